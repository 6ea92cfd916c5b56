import type { FormInstance } from 'antd';

/**
 * The control of a form with which to start: that of the first required field that is empty, otherwise the first that can be filled in.
 * Undefined if there is none.
 */
export function startField<V extends object>(formId: string, form: FormInstance<V>): HTMLElement | undefined {
  const found = document.getElementById(formId)?.querySelectorAll<HTMLInputElement>('input, textarea, [contenteditable="true"]') ?? [];
  const controls = [...found].filter(({ disabled, readOnly, type, hidden }) => !disabled && !readOnly && type !== 'hidden' && !hidden);
  const isMissing = (control: HTMLElement) => {
    if (control.getAttribute('aria-required') !== 'true') return false;
    const value: unknown = form.getFieldValue(control.id as never);
    // What is chosen from a list has an id, and none is 0.
    return value === undefined || value === null || value === '' || (value === 0 && control.getAttribute('role') === 'combobox');
  };
  return controls.find(isMissing) ?? controls[0];
}
