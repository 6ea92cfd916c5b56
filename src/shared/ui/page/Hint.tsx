import { Tooltip, type TooltipProps } from 'antd';
import { cloneElement, useState, type FocusEvent, type KeyboardEvent, type ReactElement } from 'react';

interface HintProps extends Pick<TooltipProps, 'title' | 'placement' | 'getPopupContainer'> {
  /** A link or a button. */
  children: ReactElement<{
    onFocus?: (event: FocusEvent<HTMLElement>) => void;
    onBlur?: (event: FocusEvent<HTMLElement>) => void;
    onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
  }>;
}

/**
 * A tooltip that also opens when its element is reached by keyboard, and closes by Escape. antd's own trigger by focus would also open it
 * for an element that was clicked, each time one comes back to the window.
 */
export function Hint({ children, ...tooltip }: HintProps) {
  const [isHovered, setHovered] = useState(false);
  const [isReached, setReached] = useState(false);
  const { onFocus, onBlur, onKeyDown } = children.props;
  return (
    <Tooltip {...tooltip} destroyOnHidden open={isHovered || isReached} onOpenChange={setHovered}>
      {cloneElement(children, {
        onFocus: (event) => {
          setReached(event.currentTarget.matches(':focus-visible'));
          onFocus?.(event);
        },
        onBlur: (event) => {
          setReached(false);
          onBlur?.(event);
        },
        onKeyDown: (event) => {
          if (event.key === 'Escape') {
            setReached(false);
            setHovered(false);
          }
          onKeyDown?.(event);
        },
      })}
    </Tooltip>
  );
}
