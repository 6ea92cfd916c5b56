/**
 * Resellers and hotspots of the demonstration. All invented: mail domains can't be registered (RFC 2606), and every VAT number has a wrong
 * check digit, so it can't be a company's.
 */
import { EDELWEISS, TRE_PINI } from './venues/alpenfunk';
import { IMBARCADERO } from './venues/lario';
import { MIRAMARE, BORA, PINETA, MARINA } from './venues/adriaticaStays';
import { PORTICI, MOLO, BIBLIOTECA, CONGRESSI } from './venues/adriaticaVisits';
import type { VenuePlan } from './venues/venuePlan';

export interface Reseller {
  username: string;
  name: string;
  email: string;
  plan: 'free' | 'basic' | 'standard' | 'premium';
  /** In days: since the account was created, since the subscription began (`paidDays`), and until it ends (`remainingDays`). */
  sinceDays: number;
  paidDays: number;
  remainingDays: number;
  privacy: { name: string; vat: string; address: string; email: string; dpo: string; dpoMail: string };
  /** SMS bought, sent since the last renewal (at most), and the remaining number at which to warn. */
  sms: { bought: number; sent: number; threshold: number };
  venues: readonly VenuePlan[];
}

export const OPERATOR = { username: 'admin', name: 'Portico Demo Hosting', email: 'noc@portico-hosting.example', sinceDays: 2_190 };

export const RESELLERS: readonly Reseller[] = [
  {
    username: 'reseller',
    name: 'Adriatica Connect',
    email: 'assistenza@adriaticaconnect.example',
    plan: 'premium',
    sinceDays: 2_100,
    paidDays: 680,
    remainingDays: 2_970,
    privacy: {
      name: 'Adriatica Connect S.r.l.',
      vat: '07825540398',
      address: 'Via della Rotonda 33, 48122 Ravenna RA',
      email: 'privacy@adriaticaconnect.example',
      dpo: 'Avv. Ottavia Zaccaria',
      dpoMail: 'dpo@adriaticaconnect.example',
    },
    sms: { bought: 2_000, sent: 1_862, threshold: 150 },
    venues: [MIRAMARE, BORA, PORTICI, MOLO, BIBLIOTECA, PINETA, MARINA, CONGRESSI],
  },
  {
    username: 'lariowifi',
    name: 'Lario WiFi',
    email: 'paola.colombo@lariowifi.example',
    plan: 'free',
    sinceDays: 340,
    paidDays: 340,
    remainingDays: 25,
    // VAT number and address are missing, so no further hotspot can be created.
    privacy: { name: 'Lario WiFi di Colombo Paola', vat: '', address: '', email: 'paola.colombo@lariowifi.example', dpo: '', dpoMail: '' },
    sms: { bought: 0, sent: 0, threshold: 0 },
    venues: [IMBARCADERO],
  },
  {
    username: 'alpenfunk',
    name: 'Alpenfunk WLAN',
    email: 'office@alpenfunk.example',
    plan: 'standard',
    sinceDays: 358,
    paidDays: 356,
    remainingDays: 9,
    privacy: {
      name: 'Alpenfunk WLAN GmbH / S.r.l.',
      vat: '04834520213',
      address: 'Handwerkerzone 12, 39100 Bozen / Bolzano BZ',
      email: 'privacy@alpenfunk.example',
      dpo: 'Dr. Ulrike Gruber',
      dpoMail: 'datenschutz@alpenfunk.example',
    },
    sms: { bought: 1_000, sent: 640, threshold: 100 },
    venues: [EDELWEISS, TRE_PINI],
  },
];

/** By the name of the venue's hotspot. */
export const VENUE_PLANS: ReadonlyMap<string, VenuePlan> = new Map(
  RESELLERS.flatMap(({ venues }) => venues.map((plan) => [plan.name, plan])),
);
