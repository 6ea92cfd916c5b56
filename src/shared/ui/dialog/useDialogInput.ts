import { useContext, useState } from 'react';
import { useDispatch } from 'react-redux';
import { useConsoleSelector } from '../../consoleState';
import { dialogFilled, selectInput, type DialogInput } from '../../dialogs';
import { DialogKey } from './dialogKey';

/** What was entered into the enclosing dialog, and how to change it. Kept with the open dialog, in the store; on its own it is local. */
export function useDialogInput(): readonly [Partial<DialogInput>, (input: Partial<DialogInput>) => void] {
  const dispatch = useDispatch();
  const key = useContext(DialogKey);
  const stored = useConsoleSelector((state) => (key === null ? undefined : selectInput(state, key)));
  const [own, setOwn] = useState<Partial<DialogInput>>({});
  const enter = (input: Partial<DialogInput>) => {
    if (key === null) setOwn((before) => ({ ...before, ...input }));
    else dispatch(dialogFilled({ key, input }));
  };
  return [key === null ? own : (stored ?? {}), enter];
}
