import type { ReactNode } from 'react';
import { LoadingIcon } from './LoadingIcon';
import { classes } from './classes';
import styles from './PlainButton.module.css';

const LOOKS = { primary: styles.isPrimary, link: styles.isLink };

interface PlainButtonProps {
  look?: 'primary' | 'link';
  /** For forms: as wide as the form, and as high as its fields. */
  isLarge?: boolean;
  isBlock?: boolean;
  isLoading?: boolean;
  isSubmit?: boolean;
  onClick?: () => void;
  children: ReactNode;
}

/** Looks like antd's button. For use before antd is loaded, or when it can't be. */
export function PlainButton({ look, isLarge, isBlock, isLoading = false, isSubmit, onClick, children }: PlainButtonProps) {
  return (
    <button
      type={isSubmit ? 'submit' : 'button'}
      className={classes(
        styles.plainButton,
        look && LOOKS[look],
        isLarge && styles.isLarge,
        isBlock && styles.isBlock,
        isLoading && styles.isLoading,
      )}
      aria-busy={isLoading || undefined}
      onClick={onClick}
    >
      {isLoading && <LoadingIcon />}
      <span>{children}</span>
    </button>
  );
}
