/** Actions of the drafts slice that other slices handle too. */
import { createAction } from '@reduxjs/toolkit';

/** A version of an edited object, as form values. */
export interface Version<V> {
  etag: string;
  values: V;
}

/** The version of somebody who saved first; `fields` are those that differ. */
export interface Conflict<V> extends Version<V> {
  fields: string[];
}

type Values = Readonly<Record<string, unknown>>;

/** What changed a draft, for a form with undo history: `from` holds the values before, `field` is the one typed into. */
export interface Step {
  kind: 'typed' | 'undone' | 'redone' | 'discarded' | 'saved';
  field?: string;
  from: Values;
}

/**
 * A form's unsaved values by field; unchanged fields are omitted. `begun` is the version the form started from; `from`, for a dialog, holds
 * the values before this change.
 */
export const draftTyped = createAction<{ key: string; values: Values; begun?: Version<Values>; from?: Values; step?: Step }>(
  'drafts/typed',
);

/** The draft was saved or discarded. */
export const draftDropped = createAction<string>('drafts/dropped');
