/** How many devices may be online at once with a voucher, or as one guest: a pure rule, used by every login. */

/** Devices of a personal voucher, unless it, its uses or its hotspot set another number. */
const PERSONAL = 3;

export interface DevicesAtOnce {
  /** The hotspot's setting for each of its guests; 0 if unset. */
  mostOfHotspot: number;
  /** Whether the oldest devices give way to a new one, instead of keeping it out. */
  disconnectsOldest: boolean;
  /** The guest's own voucher, or the one that the guest registered with; null for none. */
  voucher: {
    type: 'normal' | 'auth';
    /** The voucher's own setting; 0 if unset. */
    most: number;
    /** Total number of uses, including those already made; -1 for unlimited. */
    uses: number;
  } | null;
  /**
   * The other devices that are online with the voucher or as the guest, or were let in a moment ago; longest online first. Null if they
   * haven't been counted: then there is assumed to be room, and storing the decision fails if there are more than `roomBeside`.
   */
  others: readonly OtherDevice[] | null;
}

export interface OtherDevice {
  isOfGuest: boolean;
  /** Null if its unit hasn't reported a session yet. */
  sessionId: number | null;
}

/** The maximum number of devices at once, at least 1; null for any number. `guest` is for the guest alone, `voucher` for all its guests. */
function mostDevices({ mostOfHotspot, voucher }: Pick<DevicesAtOnce, 'mostOfHotspot' | 'voucher'>): {
  guest: number | null;
  voucher: number | null;
} {
  const ofHotspot = mostOfHotspot > 0 ? mostOfHotspot : null;
  if (voucher === null) return { guest: ofHotspot, voucher: null };
  const uses = voucher.uses === -1 ? Infinity : voucher.uses;
  const own = voucher.most > 0 ? voucher.most : null;
  // A personal voucher has only one guest.
  if (voucher.type === 'auth') return { guest: own ?? Math.max(1, Math.min(ofHotspot ?? PERSONAL, uses)), voucher: null };
  return { guest: ofHotspot, voucher: own ?? (uses === Infinity ? null : uses) };
}

/** The maximum number of devices of one guest while no other guest of the voucher is online; null for any number. */
export function mostOfEach(facts: Pick<DevicesAtOnce, 'mostOfHotspot' | 'voucher'>): number | null {
  const { guest, voucher } = mostDevices(facts);
  return guest !== null && voucher !== null ? Math.min(guest, voucher) : (guest ?? voucher);
}

/** How many other devices may be online in addition to this one; null for any number. */
export function roomBeside(facts: Pick<DevicesAtOnce, 'mostOfHotspot' | 'voucher'>): { guest: number | null; voucher: number | null } {
  const beside = (most: number | null) => most && most - 1;
  const { guest, voucher } = mostDevices(facts);
  return { guest: beside(guest), voucher: beside(voucher) };
}

/** Whether one more device may be online, and the sessions that must end for it; null if it may not. */
export function roomForDevice(facts: DevicesAtOnce): { ends: number[] } | null {
  const room = roomBeside(facts);
  const all = facts.others ?? [];
  const ends = new Set<number>();
  for (const [most, others] of [
    [room.guest, all.filter(({ isOfGuest }) => isOfGuest)],
    [room.voucher, all],
  ] as const) {
    if (most === null) continue;
    const staying = others.filter(({ sessionId }) => sessionId === null || !ends.has(sessionId));
    const tooMany = staying.length - most;
    if (tooMany <= 0) continue;
    const ending = staying.flatMap(({ sessionId }) => sessionId ?? []).slice(0, tooMany);
    if (!facts.disconnectsOldest || ending.length < tooMany) return null;
    for (const sessionId of ending) ends.add(sessionId);
  }
  return { ends: [...ends] };
}
