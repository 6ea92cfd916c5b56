import { createContext } from 'react';

/** Key of the dialog around, in the store's stack; a form in it keeps its draft under this key. Null outside of a dialog. */
export const DialogKey = createContext<string | null>(null);
