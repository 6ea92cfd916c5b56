import { createContext } from 'react';
import type { Step } from '../../draftActions';

export interface FormSteps {
  /** Key of the form's draft. */
  key: string;
  /** Makes the current input an undo step of its own; further typing starts a new one. */
  flush: () => void;
  /** Sets some fields to other values: one undo or redo step. */
  step: (kind: Step['kind'], changed: Readonly<Record<string, unknown>>) => void;
}

/** For fields with undo and redo in a `FormDialog`. */
export const FormHistory = createContext<FormSteps>({ key: '', flush: () => undefined, step: () => undefined });
