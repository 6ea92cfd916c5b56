import type { IconDefinition } from '@ant-design/icons-svg/es/types';
import { classes } from './classes';
import styles from './SvgIcon.module.css';

interface SignProps {
  icon: IconDefinition;
  className?: string | undefined;
  size?: number;
}

/** A decorative antd icon, drawn without the component of `@ant-design/icons`, which would pull in antd's colour and style generator. */
export function SvgIcon({ icon, className, size }: SignProps) {
  const { attrs, children = [] } = typeof icon.icon === 'function' ? icon.icon('currentColor', 'currentColor') : icon.icon;
  return (
    <svg
      className={classes(styles.sign, className)}
      viewBox={attrs.viewBox}
      width={size ?? '1em'}
      height={size ?? '1em'}
      fill="currentColor"
      aria-hidden="true"
      focusable="false"
    >
      {children.map(({ attrs: { d } }) => (
        <path key={d} d={d} />
      ))}
    </svg>
  );
}
