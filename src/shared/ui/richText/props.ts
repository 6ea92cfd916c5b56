/** A placeholder that is filled in when the text is used, as `$$URL$$`. */
export interface Token {
  /** As it stands in the HTML. */
  token: string;
  /** What it becomes, in the reader's language: "address of the survey". */
  label: string;
}

export interface RichTextEditorProps {
  /** Of the text field itself: it can be focused by it, and labels point at it. */
  id: string;
  /** Name of the field, for who hears it. */
  label: string;
  /** HTML. Whatever contract/html.ts allows is kept, also where there is no button for it. Empty: nothing there. */
  value: string;
  /**
   * The text as it becomes: cleaned HTML, empty when nothing is left. Not called before somebody changes something, and called with `value`
   * itself when all changes are taken back.
   */
  onChange: (html: string) => void;
  onBlur?: () => void;
  /** Each is shown as one piece, is deleted as one, and has a button that puts it in. */
  tokens: readonly Token[];
  isWrong?: boolean;
  /** Id of the element that says what is wrong with the text, or helps. */
  describedBy?: string | undefined;
}
