import { createDocument, EditorContent, useEditor } from '@tiptap/react';
import { Alert } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { MAX_LENGTH } from '../../../../contract/plain/wire';
import { sanitizeHtml } from '../../../sanitizeHtml';
import { extensionsOf, INPUT_RULES } from './extensions';
import { fromEditor, toEditor } from './html';
import type { RichTextEditorProps } from './props';
import { RichTextToolbar } from './RichTextToolbar';
import './richText.css';
import spacingStyles from '../../page/spacing.module.css';
import { classes } from '../../plain/classes';

/** The actual editor, loaded on demand by `RichTextEditor`. */
export function RichTextArea({ id, label, value, onChange, onBlur, tokens, isWrong = false, describedBy }: RichTextEditorProps) {
  const toolbar = useRef<HTMLDivElement>(null);
  const [isRefused, setRefused] = useState(false);
  const known = tokens.map(({ token }) => token);
  const latest = useRef({ onChange, onBlur, known, value });
  /** The last `value` from outside and the editor's document for it, so that equal HTML written differently isn't reported as a change. */
  const base = useRef({ value, doc: '' });

  const isTooMuch = (length: number, data: DataTransfer | null) => {
    const coming = data?.getData('text/plain') || sanitizeHtml(data?.getData('text/html') ?? '');
    const isOver = coming.length + length > MAX_LENGTH.html;
    setRefused(isOver);
    return isOver;
  };
  const [options] = useState(() => ({
    extensions: extensionsOf(tokens),
    content: toEditor(value, known),
    enableInputRules: INPUT_RULES,
    enablePasteRules: ['token'],
    // The styles are in richText.css.
    injectCSS: false,
  }));
  const editor = useEditor({
    ...options,
    editorProps: {
      attributes: {
        id,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        'aria-invalid': String(isWrong),
        ...(describedBy !== undefined && { 'aria-describedby': describedBy }),
      },
      transformPastedHTML: (html) => toEditor(html, known),
      handlePaste: ({ state }, event) => isTooMuch(state.doc.content.size, event.clipboardData),
      handleDrop: ({ state }, event, _slice, isMoved) => !isMoved && isTooMuch(state.doc.content.size, event.dataTransfer),
      handleDOMEvents: {
        keydown: (_view, event) => {
          if (event.altKey && event.key === 'F10') {
            event.preventDefault();
            toolbar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
          }
          // Tab always leaves the editor, even in a list, or keyboard users would be trapped.
          return event.key === 'Tab';
        },
      },
    },
    onCreate: ({ editor: created }) => {
      base.current.doc = JSON.stringify(created.getJSON());
    },
    onUpdate: ({ editor: changed }) => {
      setRefused(false);
      const isAsBefore = JSON.stringify(changed.getJSON()) === base.current.doc;
      const html = isAsBefore ? base.current.value : fromEditor(changed.getHTML());
      latest.current.value = html;
      latest.current.onChange(html);
    },
    onBlur: () => latest.current.onBlur?.(),
  });

  useEffect(() => {
    const isOwn = value === latest.current.value;
    latest.current = { onChange, onBlur, known, value };
    if (isOwn) return;
    const doc = createDocument(toEditor(value, known), editor.schema);
    if (!doc.eq(editor.state.doc)) editor.commands.setContent(doc.toJSON() as object, { emitUpdate: false });
    base.current = { value, doc: JSON.stringify(editor.getJSON()) };
  });

  return (
    <>
      <div className={isWrong ? 'rich-text is-wrong' : 'rich-text'}>
        <RichTextToolbar ref={toolbar} editor={editor} label={label} controls={id} tokens={tokens} />
        <EditorContent editor={editor} />
      </div>
      {isRefused && (
        <Alert
          type="error"
          showIcon
          role="alert"
          className={classes(spacingStyles.above8)}
          title={<FormattedMessage id="rich_text.too_much" values={{ max: MAX_LENGTH.html }} />}
        />
      )}
    </>
  );
}
