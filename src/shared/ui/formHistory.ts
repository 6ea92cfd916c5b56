import { createContext } from 'react';
import type { Step } from '../draftActions';

export interface FormSteps {
  /** Key of the form's draft. */
  key: string;
  /** What is typed is a step of its own: what follows is another. */
  flush: () => void;
  /** Shows other values of some fields: a step back or forward. */
  step: (kind: Step['kind'], changed: Readonly<Record<string, unknown>>) => void;
}

/** For fields with undo and redo in a `FormDialog`. */
export const FormHistory = createContext<FormSteps>({ key: '', flush: () => undefined, step: () => undefined });
