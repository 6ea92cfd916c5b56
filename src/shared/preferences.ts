import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { CARD_PAGE_SIZES, PAGE_SIZES, type PageSize } from '../contract/wire';

export const LANGUAGES = ['en', 'it'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The one list of what staff expect to be remembered in their browser (DESIGN.md §4); names as in the specification. */
export interface Preferences {
  /** null: the browser's. */
  language: Language | null;
  theme: 'system' | 'light' | 'dark';
  menu_folded: boolean;
  hotspots_per_page: PageSize;
  mac_entries_per_page: PageSize;
  vouchers_per_page: PageSize;
  /** How the last vouchers were made, by the names of the form; null before the first. Nobody's name or address is in it. */
  voucher_settings: Readonly<Record<string, string | number | boolean>> | null;
  /** What vouchers are printed on, here; and by hotspot, whether with a QR code, and of which network. */
  paper_size: 'a4' | 'letter';
  paper_of_hotspots: Record<number, PaperOfHotspot>;
}

export interface PaperOfHotspot {
  hasQr: boolean;
  /** Empty: the QR code holds the voucher's code. */
  ssid: string;
}

const initialState: Preferences = {
  language: null,
  theme: 'system',
  menu_folded: false,
  hotspots_per_page: PAGE_SIZES[0],
  mac_entries_per_page: CARD_PAGE_SIZES[0],
  vouchers_per_page: CARD_PAGE_SIZES[0],
  voucher_settings: null,
  paper_size: 'a4',
  paper_of_hotspots: {},
};

export const preferencesSlice = createSlice({
  name: 'preferences',
  initialState,
  reducers: {
    remembered: (state, { payload }: PayloadAction<Partial<Preferences>>) => ({ ...state, ...payload }),
  },
  selectors: {
    selectPreferences: (state) => state,
    /** The chosen language, else the first part of the browser's locale, else English (spec 2 §9). */
    selectLanguage: (state): Language => state.language ?? browserLanguage(navigator.language),
  },
});
export const { remembered } = preferencesSlice.actions;
export const { selectPreferences, selectLanguage } = preferencesSlice.selectors;

/** What a stored state may become of; anything else, from a broken or foreign one, starts anew. */
export function isPreferences(stored: unknown): stored is Preferences {
  if (typeof stored !== 'object' || stored === null) return false;
  const { language, theme, menu_folded, hotspots_per_page, ...added } = stored as Partial<Record<keyof Preferences, unknown>>;
  const { mac_entries_per_page, vouchers_per_page, voucher_settings, paper_size, paper_of_hotspots } = added;
  return (
    (language === null || LANGUAGES.some((known) => known === language)) &&
    (theme === 'system' || theme === 'light' || theme === 'dark') &&
    typeof menu_folded === 'boolean' &&
    PAGE_SIZES.some((size) => size === hotspots_per_page) &&
    // What a browser stored before there was this: it has the default.
    (mac_entries_per_page === undefined || CARD_PAGE_SIZES.some((size) => size === mac_entries_per_page)) &&
    (vouchers_per_page === undefined || CARD_PAGE_SIZES.some((size) => size === vouchers_per_page)) &&
    (voucher_settings === undefined || typeof voucher_settings === 'object') &&
    (paper_size === undefined || paper_size === 'a4' || paper_size === 'letter') &&
    (paper_of_hotspots === undefined || isPaperOfHotspots(paper_of_hotspots))
  );
}

function isPaperOfHotspots(stored: unknown): boolean {
  if (typeof stored !== 'object' || stored === null) return false;
  return Object.values(stored).every((paper: unknown) => {
    if (typeof paper !== 'object' || paper === null) return false;
    const { hasQr, ssid } = paper as Partial<Record<keyof PaperOfHotspot, unknown>>;
    return typeof hasQr === 'boolean' && typeof ssid === 'string';
  });
}

function browserLanguage(locale: string): Language {
  const first = locale.split('-')[0]?.toLowerCase();
  return LANGUAGES.find((known) => known === first) ?? 'en';
}
