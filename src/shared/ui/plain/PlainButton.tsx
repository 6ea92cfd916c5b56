import LoadingOutlined from '@ant-design/icons-svg/es/asn/LoadingOutlined';
import type { ReactNode } from 'react';
import { SvgIcon } from './SvgIcon';

interface PlainButtonProps {
  look?: 'primary' | 'link';
  /** In a form: as wide as the form, and as high as its fields. */
  isLarge?: boolean;
  isBlock?: boolean;
  isLoading?: boolean;
  isSubmit?: boolean;
  onClick?: () => void;
  children: ReactNode;
}

/** Looks like antd's button. For use before antd is loaded, or when it can't be. */
export function PlainButton({ look, isLarge, isBlock, isLoading = false, isSubmit, onClick, children }: PlainButtonProps) {
  const classes = ['plain-button', look && `is-${look}`, isLarge && 'is-large', isBlock && 'is-block', isLoading && 'is-loading'];
  return (
    <button
      type={isSubmit ? 'submit' : 'button'}
      className={classes.filter(Boolean).join(' ')}
      aria-busy={isLoading || undefined}
      onClick={onClick}
    >
      {isLoading && <SvgIcon icon={LoadingOutlined} className="is-turning" />}
      <span>{children}</span>
    </button>
  );
}
