import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { BUILT_INS, PAPER_NAMES, type BuiltIn, type PaperName } from '../contract/plain/paperNames';
import type { ReportType } from '../contract/reports';
import { CARD_PAGE_SIZES, PAGE_SIZES, type PageSize } from '../contract/plain/wire';
import { languageOf, LANGUAGES, type Language } from './languages';

/** `system` follows the browser. */
export const THEMES = ['system', 'light', 'dark'] as const;

/** Which guests a list shows. `expired` replaces the former "show expired" switch (GST-02). */
export const GUEST_SEGMENTS = ['active', 'online', 'expired', 'all'] as const;
export type GuestSegment = (typeof GUEST_SEGMENTS)[number];

/**
 * Everything the browser remembers besides the login (FMT-15); docs/architecture.md says which values belong to the user and which to the
 * browser.
 */
export interface Preferences {
  /** Account that the per-user values belong to; null if nobody has signed in yet. */
  owner_id: number | null;
  /** null: follow the browser. */
  language: Language | null;
  theme: (typeof THEMES)[number];
  /** null: folded if the window is narrow. */
  menu_folded: boolean | null;
  hotspots_per_page: PageSize;
  mac_entries_per_page: PageSize;
  vouchers_per_page: PageSize;
  /** Settings of the last voucher form of each hotspot, by field name. Never holds personal data. */
  voucher_settings: Readonly<Record<number, VoucherSettings>>;
  /**
   * For back ends that don't store them: the paper size of vouchers and, per hotspot, whether to print a QR code, and for which network.
   */
  paper_size: PaperName;
  paper_of_hotspots: Record<number, PaperOfHotspot>;
  /** 0: all. */
  selected_hotspot_id: number;
  guests_per_page: PageSize;
  guests_segment: GuestSegment;
  guests_show_marketing: boolean;
  sessions_per_page: PageSize;
  sessions_tab: 'running' | 'history';
  /** 0: sessions of all guests or units. */
  sessions_user_id: number;
  sessions_unit_id: number;
  devices_per_page: PageSize;
  devices_user_id: number;
  units_per_page: PageSize;
  audit_per_page: PageSize;
  messages_per_page: PageSize;
  accounts_per_page: PageSize;
  /** Columns of the lists that the user has arranged. */
  list_columns: Readonly<Partial<Record<ArrangedList, ColumnChoice>>>;
  /** Hotspots whose checklist the user has dismissed, most recent last. */
  dismissed_checklists: readonly number[];
  /** By hotspot: the role of each column in guest files, by its heading; null for a column that isn't used. */
  import_columns: Readonly<Record<number, ImportColumns>>;
  /** Separator of the columns in CSV files; null for the usual one of the language. */
  csv_separator: CsvSeparator | null;
  /** Charts for which another view than the default was chosen, by report. */
  chart_views: Readonly<Partial<Record<ReportType, ChartView>>>;
}

/** What a column of a guest file may hold. */
export const IMPORT_ROLES = ['name', 'first_name', 'last_name', 'email', 'room', 'days', 'from', 'until'] as const;
export type ImportRole = (typeof IMPORT_ROLES)[number];
type ImportColumns = Readonly<Record<string, ImportRole | null>>;

/** Ways to show a report. `chart`: the report's default chart (lines, bars or pie); `bars`: horizontal bars. */
export const CHART_VIEWS = ['chart', 'columns', 'bars', 'table'] as const;
export type ChartView = (typeof CHART_VIEWS)[number];

/** Separators of the columns in a CSV file. */
export const CSV_SEPARATORS = [',', ';', '\t'] as const;
export type CsvSeparator = (typeof CSV_SEPARATORS)[number];

/** Lists whose columns can be arranged. */
export const ARRANGED_LISTS = [
  'hotspots',
  'guests',
  'units',
  'devices',
  'sessions',
  'accounts',
  'audit',
  'messages',
  'vouchers',
  'batches',
  'mac_entries',
] as const;
export type ArrangedList = (typeof ARRANGED_LISTS)[number];

/** Column keys. A column missing from `order` was added after the choice was made. */
export interface ColumnChoice {
  order: readonly string[];
  hidden: readonly string[];
}

export type VoucherSettings = Readonly<Record<string, string | number | boolean>>;

export interface PaperOfHotspot {
  hasQr: boolean;
  /** '' if unknown; the QR code then can't join the network. */
  ssid: string;
  /**
   * Paper and design of the last print, if they differ from those stored with the hotspot. A design is a built-in one, or a template's id.
   */
  paper?: PaperName;
  design?: BuiltIn | number;
}

declare module './consoleState' {
  interface ConsoleState {
    preferences: Preferences;
  }
}

const initialState: Preferences = {
  owner_id: null,
  language: null,
  theme: 'system',
  menu_folded: null,
  hotspots_per_page: PAGE_SIZES[0],
  mac_entries_per_page: CARD_PAGE_SIZES[0],
  vouchers_per_page: CARD_PAGE_SIZES[0],
  voucher_settings: {},
  paper_size: 'a4',
  paper_of_hotspots: {},
  selected_hotspot_id: 0,
  guests_per_page: PAGE_SIZES[0],
  guests_segment: 'active',
  guests_show_marketing: false,
  sessions_per_page: PAGE_SIZES[0],
  sessions_tab: 'running',
  sessions_user_id: 0,
  sessions_unit_id: 0,
  devices_per_page: PAGE_SIZES[0],
  devices_user_id: 0,
  units_per_page: PAGE_SIZES[0],
  audit_per_page: PAGE_SIZES[0],
  messages_per_page: PAGE_SIZES[0],
  accounts_per_page: PAGE_SIZES[0],
  list_columns: {},
  dismissed_checklists: [],
  import_columns: {},
  csv_separator: null,
  chart_views: {},
};

/** How many dismissed checklists to remember. */
const MOST_DISMISSED = 100;

/** Preferences that hold the size of a list's pages. */
export type SizePreference = Extract<keyof Preferences, `${string}_per_page`>;

export const preferencesSlice = createSlice({
  name: 'preferences',
  initialState,
  reducers: {
    /** Values that another tab of this browser has stored. */
    remembered: (state, { payload }: PayloadAction<Partial<Preferences>>) => ({ ...state, ...payload }),
    /** null: follow the browser. */
    languageChosen: (state, { payload }: PayloadAction<Language | null>) => void (state.language = payload),
    themeChosen: (state, { payload }: PayloadAction<Preferences['theme']>) => void (state.theme = payload),
    menuFolded: (state, { payload }: PayloadAction<boolean>) => void (state.menu_folded = payload),
    pageSizeChosen: (state, { payload: { list, size } }: PayloadAction<{ list: SizePreference; size: PageSize }>) =>
      void (state[list] = size),
    filtersChosen: (state, { payload }: PayloadAction<RememberedFilters>) => ({ ...state, ...payload }),
    /** null: the default arrangement. */
    columnsArranged: (state, { payload: { list, choice } }: PayloadAction<{ list: ArrangedList; choice: ColumnChoice | null }>) => {
      const { [list]: _before, ...others } = state.list_columns;
      return { ...state, list_columns: choice === null ? others : { ...others, [list]: choice } };
    },
    chartViewChosen: (state, { payload: { report, view } }: PayloadAction<{ report: ReportType; view: ChartView }>) => {
      const { [report]: _before, ...others } = state.chart_views;
      return { ...state, chart_views: view === 'chart' ? others : { ...others, [report]: view } };
    },
    csvSeparatorChosen: (state, { payload }: PayloadAction<CsvSeparator>) => void (state.csv_separator = payload),
    checklistDismissed: (state, { payload: hotspotId }: PayloadAction<number>) => {
      state.dismissed_checklists = [...state.dismissed_checklists, hotspotId].slice(-MOST_DISMISSED);
    },
    vouchersCreated: (
      { voucher_settings },
      { payload: { hotspotId, settings } }: PayloadAction<{ hotspotId: number; settings: VoucherSettings }>,
    ) => void (voucher_settings[hotspotId] = settings),
    paperSizeChosen: (state, { payload }: PayloadAction<PaperName>) => void (state.paper_size = payload),
    paperChosen: ({ paper_of_hotspots }, { payload: { hotspotId, paper } }: PayloadAction<{ hotspotId: number; paper: PaperOfHotspot }>) =>
      void (paper_of_hotspots[hotspotId] = paper),
    importColumnsChosen: (
      { import_columns },
      { payload: { hotspotId, columns } }: PayloadAction<{ hotspotId: number; columns: ImportColumns }>,
    ) => void (import_columns[hotspotId] = { ...import_columns[hotspotId], ...columns }),
  },
  selectors: {
    selectPreferences: (state) => state,
    selectTheme: ({ theme }) => theme,
    /** The chosen language, else the first part of the browser's locale, else English (I18N-01 to I18N-03). */
    selectLanguage: (state): Language => state.language ?? languageOf(navigator.language),
  },
});
export const {
  remembered,
  languageChosen,
  themeChosen,
  menuFolded,
  pageSizeChosen,
  filtersChosen,
  columnsArranged,
  chartViewChosen,
  csvSeparatorChosen,
  checklistDismissed,
  vouchersCreated,
  paperSizeChosen,
  paperChosen,
  importColumnsChosen,
} = preferencesSlice.actions;
export const { selectPreferences, selectTheme, selectLanguage } = preferencesSlice.selectors;

const oneOf =
  (...values: readonly unknown[]) =>
  (stored: unknown) =>
    values.includes(stored);
const isFlag = oneOf(true, false);
const isId = (stored: unknown) => Number.isSafeInteger(stored) && Number(stored) >= 0;
const isPageSize = oneOf(...PAGE_SIZES);
const isCardPageSize = oneOf(...CARD_PAGE_SIZES);

const CHECKS: Record<keyof Preferences, (stored: unknown) => boolean> = {
  owner_id: (stored) => stored === null || isId(stored),
  language: oneOf(null, ...LANGUAGES),
  theme: oneOf(...THEMES),
  menu_folded: oneOf(null, true, false),
  hotspots_per_page: isPageSize,
  mac_entries_per_page: isCardPageSize,
  vouchers_per_page: isCardPageSize,
  voucher_settings: isVoucherSettings,
  paper_size: oneOf(...PAPER_NAMES),
  paper_of_hotspots: isPaperOfHotspots,
  selected_hotspot_id: isId,
  guests_per_page: isPageSize,
  guests_segment: oneOf(...GUEST_SEGMENTS),
  guests_show_marketing: isFlag,
  sessions_per_page: isPageSize,
  sessions_tab: oneOf('running', 'history'),
  sessions_user_id: isId,
  sessions_unit_id: isId,
  devices_per_page: isPageSize,
  devices_user_id: isId,
  units_per_page: isPageSize,
  audit_per_page: isPageSize,
  messages_per_page: isPageSize,
  accounts_per_page: isPageSize,
  list_columns: isListColumns,
  dismissed_checklists: (stored) => Array.isArray(stored) && stored.every(isId),
  import_columns: isImportColumns,
  csv_separator: oneOf(null, ...CSV_SEPARATORS),
  chart_views: isChartViews,
};

/** The valid values of a stored state. Invalid and unknown ones are dropped, the others kept. */
export function readPreferences(stored: unknown): Partial<Preferences> {
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(Object.entries(stored).filter(([key, value]) => key in CHECKS && CHECKS[key as keyof Preferences](value)));
}

/** Filters last used in lists. Cleared when their owner signs out. */
const FILTERS = [
  'selected_hotspot_id',
  'guests_segment',
  'guests_show_marketing',
  'sessions_tab',
  'sessions_user_id',
  'sessions_unit_id',
  'devices_user_id',
] as const satisfies (keyof Preferences)[];

/** Filters that a list remembers. */
export type RememberedFilters = Partial<Pick<Preferences, (typeof FILTERS)[number]>>;

/** All per-user values; they are kept until that user returns. The rest, like language and page sizes, belongs to the browser. */
const OWN = [...FILTERS, 'voucher_settings', 'dismissed_checklists', 'import_columns'] as const satisfies (keyof Preferences)[];

/** The preferences after their owner signed out: without list filters. */
export function afterSignOut(preferences: Preferences): Preferences {
  return { ...preferences, ...initially(FILTERS) };
}

/** The preferences for the account that signs in: another user's values are reset. */
export function ofAccount<P extends Partial<Preferences>>(preferences: P, id: number): P {
  return preferences.owner_id === id ? preferences : { ...preferences, ...initially(OWN), owner_id: id };
}

const initially = (keys: readonly (keyof Preferences)[]): Partial<Preferences> =>
  Object.fromEntries(keys.map((key) => [key, initialState[key]]));

function isVoucherSettings(stored: unknown): boolean {
  const isFlat = (settings: unknown) =>
    isRecord(settings) && Object.values(settings).every((value) => ['string', 'number', 'boolean'].includes(typeof value));
  return isRecord(stored) && Object.values(stored).every(isFlat);
}

const isRecord = (stored: unknown): stored is Record<string, unknown> =>
  typeof stored === 'object' && stored !== null && !Array.isArray(stored);

function isPaperOfHotspots(stored: unknown): boolean {
  if (typeof stored !== 'object' || stored === null) return false;
  return Object.values(stored).every((paper: unknown) => {
    if (typeof paper !== 'object' || paper === null) return false;
    const { hasQr, ssid, paper: size, design } = paper as Partial<Record<keyof PaperOfHotspot, unknown>>;
    const isSize = size === undefined || PAPER_NAMES.some((known) => known === size);
    const isDesign = design === undefined || BUILT_INS.some((known) => known === design) || isId(design);
    return typeof hasQr === 'boolean' && typeof ssid === 'string' && isSize && isDesign;
  });
}

function isListColumns(stored: unknown): boolean {
  if (typeof stored !== 'object' || stored === null) return false;
  const isKeys = (keys: unknown) => Array.isArray(keys) && keys.every((key) => typeof key === 'string');
  return Object.entries(stored).every(([list, choice]: [string, unknown]) => {
    if (!ARRANGED_LISTS.some((known) => known === list) || typeof choice !== 'object' || choice === null) return false;
    const { order, hidden } = choice as Partial<Record<keyof ColumnChoice, unknown>>;
    return isKeys(order) && isKeys(hidden);
  });
}

function isImportColumns(stored: unknown): boolean {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return false;
  const isRole = oneOf(null, ...IMPORT_ROLES);
  return Object.values(stored).every(
    (columns: unknown) =>
      typeof columns === 'object' && columns !== null && !Array.isArray(columns) && Object.values(columns).every(isRole),
  );
}

function isChartViews(stored: unknown): boolean {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return false;
  return Object.values(stored).every((view) => CHART_VIEWS.some((known) => known === view));
}
