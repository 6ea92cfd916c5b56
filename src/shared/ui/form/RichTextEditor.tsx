import { useEffect, useState, type ComponentType } from 'react';
import { useIntl } from 'react-intl';
import { LoadFailed } from '../feedback/LoadFailed';
import type { RichTextEditorProps } from './richText/props';
import { LoadingRows } from '../feedback/LoadingRows';

type Area = ComponentType<RichTextEditorProps>;

/** The loaded editor, shared by all fields. */
let loaded: Area | undefined;

/**
 * A rich-text field with bold, italic, headings 1 to 3, and placeholders shown as chips. The editor is large, so it is loaded only when the
 * first one is shown.
 */
export function RichTextEditor(props: RichTextEditorProps) {
  const { locale } = useIntl();
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

  // The placeholders' labels are rendered only once, so render the editor anew for another language.
  if (Area) return <Area key={locale} {...props} />;
  if (!isFailed) return <LoadingRows rows={5} />;
  const tryAgain = () => {
    setFailed(false);
    setAttempt(attempt + 1);
  };
  return <LoadFailed message="rich_text.load_failed" onRetry={tryAgain} />;
}
