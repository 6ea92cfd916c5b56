/** A placeholder like `$$URL$$`, filled in when the text is used. */
export interface Token {
  /** As written in the HTML. */
  token: string;
  /** What it stands for, in the user's language: "address of the survey". */
  label: string;
}

export interface RichTextEditorProps {
  /** Id of the text field, for labels and for focusing it. */
  id: string;
  /** The field's name for screen readers. */
  label: string;
  /** HTML; '' if empty. Keeps everything contract/plain/html.ts allows, even without a button for it. */
  value: string;
  /** Called with sanitized HTML, '' if empty. Only called for changes by the user, and with `value` itself once all changes are undone. */
  onChange: (html: string) => void;
  onBlur?: () => void;
  /** Each is shown and deleted as one unit, and has a button that inserts it. */
  tokens: readonly Token[];
  isWrong?: boolean;
  /** Id of the element with the field's error or hint. */
  describedBy?: string | undefined;
}
