import { createContext } from 'react';

/** Key of the enclosing dialog in the store's stack; a form in it stores its draft under this key. Null outside a dialog. */
export const DialogKey = createContext<string | null>(null);
