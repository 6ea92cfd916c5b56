import { useContext, useEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { useIntl } from 'react-intl';
import { useConsoleSelector, useSharedStore } from '../../../shared/consoleState';
import { PAPER_FORMATS, type PaperElement } from '../../../contract/plain/paperModel';
import { PAPER_NAMES } from '../../../contract/plain/paperNames';
import { valueAt } from '../../../shared/history';
import { stepByKeys } from '../../../shared/keys';
import { FormHistory } from '../../../shared/ui/form/formHistory';
import { fieldTyped, newElement, scaled } from './elements';
import { selectStudioHistory } from './slice';
import type { StudioLayout } from './studioHistory';

export type LayoutEditor = ReturnType<typeof useLayoutEditor>;

/** The layout being edited: which element is selected, what can be done to it, undo and redo, keys, and what is announced. */
export function useLayoutEditor(layout: StudioLayout, onChange: ((layout: StudioLayout) => void) | undefined) {
  const intl = useIntl();
  const [selected, select] = useState<string | null>(null);
  const [announced, announce] = useState('');
  const { elements, format } = layout;
  const steps = useContext(FormHistory);
  const store = useSharedStore();
  const history = useConsoleSelector((state) => selectStudioHistory(state, steps.key));
  const series = useRef<string | null>(null);

  /** `within` identifies a series of changes, such as key presses on one element, that form one undo step if they are consecutive. */
  const edit = (next: StudioLayout, within: string | null = null) => {
    if (series.current !== within) steps.flush();
    series.current = within;
    onChange?.(next);
    if (within === null) steps.flush();
    announce('');
  };
  const put = (changed: PaperElement, within?: string) =>
    edit({ ...layout, elements: elements.map((one) => (one.id === changed.id ? changed : one)) }, within);
  const step = (kind: 'undone' | 'redone') => {
    steps.flush();
    const latest = selectStudioHistory(store.getState(), steps.key);
    const to = valueAt(latest, kind);
    if (!to) return;
    series.current = null;
    steps.step(kind, { layout: to });
    const count = (kind === 'undone' ? latest.past : latest.future).length - 1;
    announce(intl.formatMessage({ id: `paper.${kind}` }, { count }));
  };

  return {
    layout,
    selected,
    select,
    announced,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    step,
    edit,
    /** A change by mouse: an undo step of its own. */
    change: (changed: PaperElement) => put(changed),
    /** A change in the fields: typing is merged into one undo step. */
    fill: (before: PaperElement, changed: PaperElement) => put(changed, fieldTyped(before, changed)),
    nudge: (changed: PaperElement) => put(changed, `keys on ${changed.id}`),
    add: (kind: PaperElement['kind']) => {
      const element = newElement(kind, elements, format.cell);
      edit({ ...layout, elements: [...elements, element] });
      select(element.id);
    },
    remove: (id: string) => {
      const at = elements.findIndex((one) => one.id === id);
      const others = elements.filter((one) => one.id !== id);
      edit({ ...layout, elements: others });
      select((others[at] ?? others.at(-1))?.id ?? null);
      announce(intl.formatMessage({ id: 'paper.element_removed' }, { count: others.length }));
    },
    changePaper: (name: string) => {
      const known = PAPER_NAMES.find((one) => one === name);
      if (!known) return;
      const { cell } = PAPER_FORMATS[known];
      edit({ ...layout, format: PAPER_FORMATS[known], elements: elements.map((one) => scaled(one, format.cell, cell)) });
    },
    onKeyDown: (event: KeyboardEvent) => {
      const kind = stepByKeys(event);
      if (!kind) return;
      // The browser's undo covers a single field and loses track of the others.
      event.preventDefault();
      step(kind);
    },
  };
}

/** Restores focus when the focused element has been removed, or keys wouldn't reach the studio any more. */
export function useFocusInStudio({ layout: { elements }, selected }: LayoutEditor) {
  const desk = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    const { activeElement, body } = document;
    // Undoing or redoing the last step disables its own button.
    const isNowhere = activeElement === null || activeElement === body || activeElement.matches(':disabled');
    if (hadFocus.current && isNowhere) {
      const next = desk.current?.querySelector<HTMLElement>('.studio-selected') ?? desk.current;
      next?.focus({ preventScroll: true });
    }
  }, [elements, selected]);
  return {
    desk,
    onFocus: () => {
      hadFocus.current = true;
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      // Removing the focused element blurs to null, and so does switching windows.
      hadFocus.current = relatedTarget === null;
    },
  };
}
