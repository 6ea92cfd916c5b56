import { Skeleton } from 'antd';
import { useEffect, useState, type ComponentType } from 'react';
import { LoadFailed } from './LoadFailed';

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

type Area = ComponentType<RichTextEditorProps>;

/** Loaded once for all editors. */
let loaded: Area | undefined;

/**
 * A text with bold, italic, headings 1 to 3, and placeholders as visible pieces. The editor behind it is large: it is loaded when the first
 * text is shown, and no screen without one pays for it.
 */
export function RichTextEditor(props: RichTextEditorProps) {
  const [Area, setArea] = useState<Area | undefined>(() => loaded);
  const [isFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (loaded) return;
    let isWanted = true;
    import('./richText/RichTextArea').then(
      ({ RichTextArea }) => {
        loaded = RichTextArea;
        if (isWanted) setArea(() => RichTextArea);
      },
      () => {
        if (isWanted) setFailed(true);
      },
    );
    return () => {
      isWanted = false;
    };
  }, [attempt]);

  if (Area) return <Area {...props} />;
  if (!isFailed) return <Skeleton active title={false} paragraph={{ rows: 5 }} />;
  const tryAgain = () => {
    setFailed(false);
    setAttempt(attempt + 1);
  };
  return <LoadFailed message="rich_text.load_failed" onRetry={tryAgain} />;
}
