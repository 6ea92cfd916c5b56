/** Units, and what they report about themselves. */
import { sql } from 'drizzle-orm';
import { bigint, boolean, date, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { each, namesOf } from '../../../contract/plain/fields';
import { UNIT_FIELDS } from '../../../contract/plain/unitFields';
import { COA_PORT, HTTP_PROOFS } from '../../../contract/plain/wire';
import { anyCase, folded } from '../searchExpressions';
import { created, id, moment, textOrEmpty } from './columns';
import { hotspot } from './references';

export const units = pgTable(
  'units',
  {
    id: id(),
    hotspot_id: hotspot(),
    mac_address: text().notNull(),
    ...each(namesOf(UNIT_FIELDS), textOrEmpty),
    name: text().notNull(),
    uuid: text().notNull(),
    secret: textOrEmpty(),
    /** The previous secret, which still works for an hour after a renewal (server/units/secretQueries.ts); empty for none. */
    previous_secret: textOrEmpty(),
    previous_secret_until: moment(),
    created: created(),
    /** One of UNIT_KINDS, or empty to recognise the kind by the attributes that the unit sends. */
    kind: textOrEmpty(),
    /** Its fixed address, which also identifies it; empty if it has none. */
    address: textOrEmpty(),
    /** When it first proved its secret from that address; null if it hasn't, so that another unit may still claim the address. */
    address_confirmed: moment(),
    may_be_unsigned: boolean().notNull().default(false),
    /** Hash of the secret with which it last signed a guest's arrival; empty if it never did, or if its secret has changed since. */
    arrivals_signed_with: textOrEmpty(),
    /** Hosts of its own log-in page, as its signed Access-Requests named them (server/radius/gatewayHostQueries.ts), the latest last. */
    gateway_hosts: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Where it listens for Disconnect-Requests. */
    coa_port: integer().notNull().default(COA_PORT),
    /** The proof that its requests over HTTP need besides its digest. Becomes `signature` with the first signed request. */
    http_proof: text({ enum: HTTP_PROOFS }).notNull().default('address'),
  },
  (t) => [
    unique('units_uuid').on(t.uuid),
    // Unique per hotspot only: another tenant may have entered the same MAC address by mistake, and must not take it from its unit.
    unique('units_mac').on(t.hotspot_id, t.mac_address),
    index('units_mac_address').on(t.mac_address),
    index('units_hotspot').on(t.hotspot_id, t.id),
    index('units_address')
      .on(t.address)
      .where(sql`${t.address} <> ''`),
    // For gateways that write their names in upper case or with other accents.
    index('units_any_uuid').on(anyCase(t.uuid)),
    index('units_any_name').on(anyCase(folded(t.name))),
  ],
);

/** What a unit last reported about itself, authenticated by its secret. */
export const unit_contacts = pgTable('unit_contacts', {
  unit_id: integer()
    .primaryKey()
    .references(() => units.id, { onDelete: 'cascade' }),
  heard: moment().notNull(),
  /** Source address of the packet, to which Disconnect-Requests are sent. */
  address: text().notNull(),
  /** Recognised by the attributes that the unit sends: see server/radius/attributes.ts. */
  kind: text().notNull(),
  /** Seconds by which its clock is ahead; null if it doesn't send the time. */
  clock_ahead: integer(),
  /** Empty if the unit doesn't send it. */
  software: textOrEmpty(),
  /** Whether its last request over HTTP was signed; null if it makes none. */
  is_http_signed: boolean(),
  /**
   * NAS-Identifier of its last RADIUS packet, for requests to it; empty if it had none that can be sent back, null before its first packet.
   */
  nas_identifier: text(),
});

/** Half-hours of a day, in UTC, in which a unit was heard: bit 0 is the first. Kept for AVAILABLE_FOR_DAYS: see units/availability.ts. */
export const unit_days = pgTable(
  'unit_days',
  {
    unit_id: integer()
      .notNull()
      .references(() => units.id, { onDelete: 'cascade' }),
    day: date().notNull(),
    heard: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.unit_id, t.day] })],
);

/**
 * Packets that named a unit but failed authentication, by sender. Old rows are deleted, as are those of more than 20 senders per unit.
 */
export const unit_refusals = pgTable(
  'unit_refusals',
  {
    unit_id: integer()
      .notNull()
      .references(() => units.id, { onDelete: 'cascade' }),
    address: text().notNull(),
    outcome: text({ enum: ['wrong_secret', 'not_signed'] }).notNull(),
    packets: integer().notNull(),
    last: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.unit_id, t.address, t.outcome] }), index('unit_refusals_last').on(t.last)],
);

/**
 * Packets signed with a unit's secret but with a name that no unit has, by sender. Old rows are deleted, as are those of more than 20
 * senders per unit.
 */
export const unit_other_names = pgTable(
  'unit_other_names',
  {
    unit_id: integer()
      .notNull()
      .references(() => units.id, { onDelete: 'cascade' }),
    address: text().notNull(),
    /** As sent, but truncated to 100 characters. */
    name: text().notNull(),
    packets: integer().notNull(),
    since: moment().notNull(),
    last: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.unit_id, t.address, t.name] }), index('unit_other_names_last').on(t.last)],
);

/** Guests who arrived from a unit without its signature since the last who had one: see units/arrivalSignatureQueries.ts. */
export const unit_unsigned_arrivals = pgTable('unit_unsigned_arrivals', {
  unit_id: integer()
    .primaryKey()
    .references(() => units.id, { onDelete: 'cascade' }),
  arrivals: integer().notNull(),
  since: moment().notNull(),
  last: moment().notNull(),
});
