/** Actions of the drafts slice that other slices follow. */
import { createAction } from '@reduxjs/toolkit';

/** A version of an edited object, as form values. */
export interface Version<V> {
  etag: string;
  values: V;
}

/** Somebody else saved first; `fields` are those that differ. */
export interface Conflict<V> extends Version<V> {
  fields: string[];
}

type Values = Readonly<Record<string, unknown>>;

/** Where a draft comes from, for a form with a history: `from` is what it was before; `field` the one that was typed into. */
export interface Step {
  kind: 'typed' | 'undone' | 'redone' | 'discarded' | 'saved';
  field?: string;
  from: Values;
}

/**
 * What is typed into a form now, by field; fields as they were are missing. `begun` is the version the form began with; `from` what was
 * typed before, for a dialog.
 */
export const draftTyped = createAction<{ key: string; values: Values; begun?: Version<Values>; from?: Values; step?: Step }>(
  'drafts/typed',
);

/** Saved, or discarded. */
export const draftDropped = createAction<string>('drafts/dropped');
