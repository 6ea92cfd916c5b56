/** What antd's Form.Item injects into the control of a field, beside `value` and `onChange`. */
export interface FieldProps {
  /** Id by which the form focuses it. */
  id?: string;
  'aria-required'?: 'true' | undefined;
}
