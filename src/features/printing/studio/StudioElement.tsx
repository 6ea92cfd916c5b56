import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useIntl } from 'react-intl';
import type { PaperElement, PaperFormat } from '../../../contract/plain/paperModel';
import type { Rect } from '../layout/drawing';
import { rounded, snapped, snappedCorner } from '../layout/guides';
import layoutFieldStyles from './LayoutField.module.css';
import { classes } from '../../../shared/ui/plain/classes';

interface StudioElementProps {
  element: PaperElement;
  others: readonly PaperElement[];
  cell: PaperFormat['cell'];
  /** The drawn paper's height in millimetres; on a roll it depends on the content. */
  height: number;
  isSelected: boolean;
  onSelect: () => void;
  onChange: (changed: PaperElement) => void;
  /** Changed by a key; consecutive key presses form one undo step. */
  onNudge: (changed: PaperElement) => void;
  onRemove: () => void;
}

/** Millimetres per arrow key press, without and with Shift. */
const STEP = { small: 0.5, large: 5 };

/** An element's frame over the drawing: drag it or its corner, move it by arrow keys, resize it with Alt, remove it with Delete. */
export function StudioElement({ element, others, cell, height, isSelected, onSelect, onChange, onNudge, onRemove }: StudioElementProps) {
  const intl = useIntl();
  const [drag, setDrag] = useState<{ from: { x: number; y: number }; perMm: number; isCorner: boolean; rect: Rect } | null>(null);
  const neighbours = others.filter((other) => other.id !== element.id);
  const { x, y, width, height: high } = drag?.rect ?? element;

  const begin = (event: PointerEvent<HTMLElement>, isCorner: boolean) => {
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    onSelect();
    const paper = event.currentTarget.closest('.studio-paper');
    const perMm = (paper?.getBoundingClientRect().width ?? 0) / cell.width;
    if (perMm > 0) setDrag({ from: { x: event.clientX, y: event.clientY }, perMm, isCorner, rect: element });
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    if (!drag) return;
    const [dx, dy] = [(event.clientX - drag.from.x) / drag.perMm, (event.clientY - drag.from.y) / drag.perMm];
    const { x: left, y: top, width: wide, height: tall } = element;
    const rect = drag.isCorner
      ? snappedCorner({ x: left, y: top, width: wide + dx, height: tall + dy }, neighbours, cell)
      : snapped({ x: left + dx, y: top + dy, width: wide, height: tall }, neighbours, cell);
    setDrag({ ...drag, rect: rounded(rect) });
  };
  const end = () => {
    if (!drag) return;
    const { x: left, y: top, width: wide, height: tall } = drag.rect;
    setDrag(null);
    if (left !== element.x || top !== element.y || wide !== element.width || tall !== element.height) {
      onChange({ ...element, x: left, y: top, width: wide, height: tall });
    }
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      onRemove();
      return;
    }
    const direction = DIRECTIONS[event.key];
    if (!direction) return;
    event.preventDefault();
    const step = event.shiftKey ? STEP.large : STEP.small;
    const [dx, dy] = [direction[0] * step, direction[1] * step];
    const { x: left, y: top, width: wide, height: tall } = element;
    const moved = event.altKey
      ? { x: left, y: top, width: wide + dx, height: tall + dy }
      : { x: left + dx, y: top + dy, width: wide, height: tall };
    onNudge({ ...element, ...rounded(moved) });
  };

  const name = intl.formatMessage({ id: `paper.kind_${element.kind}` });
  const what = element.kind === 'text' ? `${name}: ${element.text}` : name;
  return (
    <button
      type="button"
      className={classes(layoutFieldStyles.studioElement, isSelected && 'studio-selected')}
      aria-pressed={isSelected}
      aria-label={intl.formatMessage({ id: 'paper.element_at' }, { what, x, y, width, height: high })}
      style={{
        left: `${(100 * x) / cell.width}%`,
        top: `${(100 * y) / height}%`,
        width: `${(100 * width) / cell.width}%`,
        height: `${(100 * high) / height}%`,
      }}
      onClick={onSelect}
      onFocus={onSelect}
      onKeyDown={press}
      onPointerDown={(event) => begin(event, false)}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={() => setDrag(null)}
    >
      {isSelected && (
        <span
          className={layoutFieldStyles.studioCorner}
          onPointerDown={(event) => begin(event, true)}
          onPointerMove={move}
          onPointerUp={end}
        />
      )}
    </button>
  );
}

const DIRECTIONS: Partial<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
