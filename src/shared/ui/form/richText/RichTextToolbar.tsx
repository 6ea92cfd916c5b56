import BoldOutlined from '@ant-design/icons/BoldOutlined';
import ItalicOutlined from '@ant-design/icons/ItalicOutlined';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import RedoOutlined from '@ant-design/icons/RedoOutlined';
import UndoOutlined from '@ant-design/icons/UndoOutlined';
import { useEditorState, type ChainedCommands, type Editor } from '@tiptap/react';
import { Button } from 'antd';
import { useState, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { useIntl } from 'react-intl';
import { Hint } from '../../page/Hint';
import type { Token } from './props';

interface Tool {
  key: string;
  name: string;
  /** Its keyboard shortcut, as shown in the tooltip. */
  keys?: string;
  shown: ReactNode;
  act: (chain: ChainedCommands) => ChainedCommands;
  /** Whether it is active at the cursor; undefined if it isn't a toggle. */
  isOn?: boolean;
  isOff?: boolean;
}

interface RichTextToolbarProps {
  ref: Ref<HTMLDivElement>;
  editor: Editor;
  /** Name of the text field. */
  label: string;
  /** Id of the text field. */
  controls: string;
  tokens: readonly Token[];
}

const LEVELS = [1, 2, 3] as const;

/** A single tab stop; arrow keys, Home and End move between its buttons. Alt F10 moves here from the text. */
export function RichTextToolbar({ ref, editor, label, controls, tokens }: RichTextToolbarProps) {
  const intl = useIntl();
  const [current, setCurrent] = useState(0);
  const at = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      isBold: now.isActive('bold'),
      isItalic: now.isActive('italic'),
      level: LEVELS.find((level) => now.isActive('heading', { level })) ?? null,
      canUndo: now.can().undo(),
      canRedo: now.can().redo(),
    }),
  });
  const say = (id: FormatjsIntl.Message['ids'], values?: Record<string, string | number>) => intl.formatMessage({ id }, values);
  const tools: Tool[] = [
    {
      key: 'bold',
      name: say('rich_text.bold'),
      keys: 'Ctrl B',
      shown: <BoldOutlined aria-hidden />,
      act: (chain) => chain.toggleBold(),
      isOn: at.isBold,
    },
    {
      key: 'italic',
      name: say('rich_text.italic'),
      keys: 'Ctrl I',
      shown: <ItalicOutlined aria-hidden />,
      act: (chain) => chain.toggleItalic(),
      isOn: at.isItalic,
    },
    ...LEVELS.map((level) => ({
      key: `h${level}`,
      name: say('rich_text.heading', { level }),
      keys: `Ctrl Alt ${level}`,
      shown: `H${level}`,
      act: (chain: ChainedCommands) => chain.toggleHeading({ level }),
      isOn: at.level === level,
    })),
    ...tokens.map(({ token, label: becomes }) => ({
      key: token,
      name: say('rich_text.insert', { token, becomes }),
      shown: (
        <span aria-hidden>
          <PlusOutlined /> {becomes}
        </span>
      ),
      act: (chain: ChainedCommands) => chain.insertContent({ type: 'token', attrs: { token } }),
    })),
    {
      key: 'undo',
      name: say('rich_text.undo'),
      keys: 'Ctrl Z',
      shown: <UndoOutlined aria-hidden />,
      act: (chain) => chain.undo(),
      isOff: !at.canUndo,
    },
    {
      key: 'redo',
      name: say('rich_text.redo'),
      keys: 'Ctrl Y',
      shown: <RedoOutlined aria-hidden />,
      act: (chain) => chain.redo(),
      isOff: !at.canRedo,
    },
  ];
  const walk = (event: KeyboardEvent<HTMLDivElement>) => {
    const steps: Record<string, number> = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: tools.length - 1 };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (step + tools.length) % tools.length;
    setCurrent(next);
    event.currentTarget.querySelectorAll('button')[next]?.focus();
  };
  return (
    // The linter wants the toolbar itself to be focusable, but its buttons are, one at a time.
    <div
      ref={ref}
      role="toolbar"
      tabIndex={-1}
      aria-label={say('rich_text.toolbar', { label })}
      aria-controls={controls}
      className="rich-tools"
      onKeyDown={walk}
    >
      {tools.map(({ key, name, keys, shown, act, isOn, isOff = false }, index) => (
        <Hint key={key} title={keys ? `${name} (${keys})` : name}>
          <Button
            type="text"
            size="small"
            aria-label={name}
            {...(isOn !== undefined && { 'aria-pressed': isOn })}
            aria-disabled={isOff}
            tabIndex={index === current ? 0 : -1}
            onFocus={() => setCurrent(index)}
            // Keeps the selection in the text.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              if (!isOff) act(editor.chain().focus()).run();
            }}
          >
            {shown}
          </Button>
        </Hint>
      ))}
    </div>
  );
}
