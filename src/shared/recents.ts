/** The pages of guests, hotspots, units and managers that were opened last, for "find anything". Forgotten when the console is closed. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ConsoleLocation } from './location';
import { personChanged } from './session';

/** A page. `kind` tells recordings which titles are people's names and must be hidden. */
export interface Recent {
  kind: 'guest' | 'hotspot' | 'unit' | 'account';
  pathname: string;
  search: string;
  title: string;
}

interface RecentsState {
  /** Id of the account that opened them; null before anybody has signed in. */
  of: number | null;
  /** Most recent first. */
  opened: Recent[];
}

const MOST_RECENTS = 8;

const KINDS = { users: 'guest', hotspots: 'hotspot', units: 'unit', accounts: 'account' } as const;

/** The kind and id of the object whose page is at an address; null for lists and other pages. */
export function kindAt(pathname: string): { kind: Recent['kind']; id: number } | null {
  const [, list, id] = /^\/(users|hotspots|units|accounts)\/(\d{1,9})$/.exec(pathname) ?? [];
  return list === undefined ? null : { kind: KINDS[list as keyof typeof KINDS], id: Number(id) };
}

/** The page at an address; null for lists and other pages. */
export function recentAt({ pathname, search }: ConsoleLocation, title: string): Recent | null {
  const about = kindAt(pathname);
  // Keep only the part of the query that identifies an archived guest, not the tab.
  const isArchived = new URLSearchParams(search).get('archived') === 'true';
  return about && { kind: about.kind, pathname, search: isArchived ? '?archived=true' : '', title };
}

declare module './consoleState' {
  interface ConsoleState {
    recents: RecentsState;
  }
}

const initialState: RecentsState = { of: null, opened: [] };

export const recentsSlice = createSlice({
  name: 'recents',
  initialState,
  reducers: {
    /** A page has been opened, and its title is known. */
    pageNamed: (state, { payload }: PayloadAction<Recent>) => {
      const others = state.opened.filter(({ pathname }) => pathname !== payload.pathname);
      state.opened = [payload, ...others].slice(0, MOST_RECENTS);
    },
  },
  extraReducers: (build) => {
    build.addCase(personChanged, (state, { payload: of }) =>
      state.of === null || state.of === of ? { ...state, of } : { ...initialState, of },
    );
  },
  selectors: { selectRecents: ({ opened }) => opened },
});
export const { pageNamed } = recentsSlice.actions;
export const { selectRecents } = recentsSlice.selectors;
