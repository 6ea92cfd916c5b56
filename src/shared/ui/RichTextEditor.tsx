import { Skeleton } from 'antd';
import { useEffect, useState, type ComponentType } from 'react';
import { LoadFailed } from './LoadFailed';
import type { RichTextEditorProps } from './richText/props';

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
