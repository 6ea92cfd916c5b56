import { Tag } from 'antd';
import type { ReactNode } from 'react';

interface StatusTagProps {
  icon?: ReactNode;
  /** Colour of the text, icon and border. */
  color: string;
  children: ReactNode;
}

/** The state of an object, as a badge in the colour of that state. */
export function StatusTag({ icon, color, children }: StatusTagProps) {
  return (
    <Tag icon={icon} variant="outlined" style={{ color, background: 'transparent' }}>
      {children}
    </Tag>
  );
}
