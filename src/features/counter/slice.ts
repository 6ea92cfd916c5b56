import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Voucher } from '../../contract/vouchers';
import type { PortalLanguage } from '../../contract/plain/wire';
import { dialogOpened, type DialogName, type Opening } from '../../shared/dialogs';
import { referenceTo } from '../../shared/secrets';
import { personChanged, screenClosed } from '../../shared/session';
import { otherTabFollowed } from '../auth/slice';
import { vouchersApi } from '../vouchers/api';
import { isFollowed, type ForGuest } from './forGuest';
import { vouchersDeselected } from '../vouchers/slice';

/** The part of a voucher that the browser stores to show it while the server can't be reached: nothing about its guest. */
export type StoredVoucher = Pick<Voucher, 'id' | 'code' | 'created' | 'duration' | 'expires' | 'remain_use' | 'printed' | 'preset'>;

/** The most recent vouchers as the account `of` saw them at a hotspot. `at`: when they were fetched, in milliseconds. */
export interface StoredVouchers {
  of: number;
  hotspotId: number;
  at: number;
  vouchers: StoredVoucher[];
}

interface CounterState {
  /**
   * The voucher that was just created; a snapshot, so that it can be handed over even if the list changes. Any action for another guest
   * removes it, so that nobody gets the previous guest's code.
   */
  made: Voucher | null;
  /** The search text for guests. */
  sought: string;
  /** The day to summarise, YYYY-MM-DD; empty for today. */
  shiftDay: string;
  /** Whether the counter fills the window, without the frame around it. */
  isFullScreen: boolean;
  /** Whether the guest's window is open and follows this counter. */
  hasGuestWindow: boolean;
  /**
   * In the guest's window: what the counter shows there, and when its last message arrived, in milliseconds; null while no counter is open.
   */
  forGuest: (ForGuest & { heard: number }) | null;
  /** In the guest's window: the language that the guest has chosen. */
  guestLanguage: PortalLanguage | null;
  /** Persisted across reloads until its owner signs out. */
  kept: StoredVouchers | null;
}

declare module '../../shared/consoleState' {
  interface ConsoleState {
    counter: CounterState;
  }
}

const initialState: CounterState = {
  made: null,
  sought: '',
  shiftDay: '',
  isFullScreen: false,
  hasGuestWindow: false,
  forGuest: null,
  guestLanguage: null,
  kept: null,
};

export const counterSlice = createSlice({
  name: 'counter',
  initialState,
  reducers: {
    voucherMade: (state, { payload }: PayloadAction<Voucher>) => {
      state.made = payload;
    },
    madePutAway: (state) => {
      state.made = null;
    },
    guestSought: (state, { payload }: PayloadAction<string>) => {
      state.sought = payload;
      if (payload !== '') state.made = null;
    },
    shiftDayChosen: (state, { payload }: PayloadAction<string>) => {
      state.shiftDay = payload;
    },
    fullScreenTaken: (state) => {
      state.isFullScreen = true;
    },
    fullScreenLeft: (state) => {
      state.isFullScreen = false;
    },
    guestWindowHeard: (state) => {
      state.hasGuestWindow = true;
    },
    guestWindowGone: (state) => {
      state.hasGuestWindow = false;
    },
    guestShown: {
      prepare: (shown: ForGuest) => ({
        payload: { ...shown, network: { ...shown.network, wifi_password: referenceTo(shown.network.wifi_password) }, heard: Date.now() },
      }),
      reducer: (state, { payload }: PayloadAction<ForGuest & { heard: number }>) => {
        if (!isFollowed(state.forGuest, payload, payload.heard)) return;
        // The next guest may speak another language.
        if (state.forGuest?.voucher?.code !== payload.voucher?.code) state.guestLanguage = null;
        state.forGuest = payload;
      },
    },
    counterLeft: (state, { payload }: PayloadAction<string>) => {
      if (state.forGuest?.from !== payload) return;
      state.forGuest = null;
      state.guestLanguage = null;
    },
    guestLanguageChosen: (state, { payload }: PayloadAction<PortalLanguage>) => {
      state.guestLanguage = payload;
    },
  },
  extraReducers: (build) => {
    build
      .addCase(screenClosed, ({ kept: stored }) => ({ ...initialState, kept: stored }))
      .addCase(personChanged, ({ kept: stored }, { payload }) => ({ ...initialState, kept: stored?.of === payload ? stored : null }))
      .addCase(otherTabFollowed, (state, { payload }) => {
        if (payload === null) state.kept = null;
      })
      .addCase(dialogOpened, (state, { payload }) => {
        if (state.made && isForAnother(payload, state.made.id)) state.made = null;
      })
      .addCase(vouchersDeselected, (state, { payload }) => {
        if (state.made && payload.includes(state.made.id)) state.made = null;
      })
      .addMatcher(vouchersApi.endpoints.createVouchers.matchPending, (state) => {
        state.made = null;
      })
      .addMatcher(vouchersApi.endpoints.listLastVouchers.matchFulfilled, (state, { payload, meta }) => {
        const { hotspotId, accountId } = meta.arg.originalArgs;
        state.kept = { of: accountId, hotspotId, at: meta.fulfilledTimeStamp, vouchers: payload.map(storedVoucherOf) };
      });
  },
  selectors: {
    selectCreated: ({ made: voucher }, hotspotId: number) => (voucher?.hotspot_id === hotspotId ? voucher : null),
    selectSought: ({ sought }) => sought,
    selectShiftDay: ({ shiftDay }) => shiftDay,
    selectIsFullScreen: ({ isFullScreen }) => isFullScreen,
    selectHasGuestWindow: ({ hasGuestWindow }) => hasGuestWindow,
    selectForGuest: ({ forGuest }) => forGuest,
    selectGuestLanguage: ({ guestLanguage }) => guestLanguage,
    selectStored: ({ kept: stored }, hotspotId: number, accountId: number | undefined) =>
      stored?.hotspotId === hotspotId && stored.of === accountId ? stored : null,
  },
});
export const {
  voucherMade,
  madePutAway,
  guestSought,
  shiftDayChosen,
  fullScreenTaken,
  fullScreenLeft: fullScreenEnded,
} = counterSlice.actions;
export const {
  guestWindowHeard: guestWindowAnswered,
  guestWindowGone,
  guestShown,
  counterLeft: counterClosed,
  guestLanguageChosen,
} = counterSlice.actions;
export const { selectCreated, selectSought, selectShiftDay, selectStored } = counterSlice.selectors;
export const { selectIsFullScreen, selectHasGuestWindow, selectForGuest, selectGuestLanguage } = counterSlice.selectors;

/** Whether a dialog is about another guest or voucher than the one just created. */
function isForAnother(opened: Opening<DialogName>, id: number): boolean {
  switch (opened.name) {
    case 'vouchers/print':
      return opened.args.vouchers.every((voucher) => voucher.id !== id);
    case 'vouchers/show':
      return opened.args.voucher.id !== id;
    case 'vouchers/mail':
      return opened.args.id !== id;
    case 'vouchers/create':
    case 'vouchers/preset':
    case 'vouchers/replace':
    case 'vouchers/import':
      return true;
    default:
      return opened.name.startsWith('guests/');
  }
}

const storedVoucherOf = ({ id, code, created, duration, expires, remain_use, printed, preset = '' }: Voucher): StoredVoucher => ({
  id,
  code,
  created,
  duration,
  expires,
  remain_use,
  printed,
  preset,
});

/** The stored value if it is valid; null otherwise. */
export function storedVouchersIn(stored: unknown): StoredVouchers | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { of, hotspotId, at, vouchers } = stored as Partial<Record<keyof StoredVouchers, unknown>>;
  if (![of, hotspotId, at].every((number) => typeof number === 'number') || !Array.isArray(vouchers)) return null;
  return vouchers.every(isStoredVoucher) ? (stored as StoredVouchers) : null;
}

function isStoredVoucher(stored: unknown): boolean {
  if (typeof stored !== 'object' || stored === null) return false;
  const { id, code, created, duration, expires, remain_use, printed, preset } = stored as Partial<Record<keyof StoredVoucher, unknown>>;
  const isMoment = (moment: unknown) => moment === null || typeof moment === 'string';
  return (
    [id, duration, remain_use].every((number) => typeof number === 'number') &&
    [code, preset].every((text) => typeof text === 'string') &&
    [created, expires].every(isMoment) &&
    typeof printed === 'boolean'
  );
}
