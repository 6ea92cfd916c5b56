import type { IconDefinition } from '@ant-design/icons-svg/es/types';

interface SignProps {
  icon: IconDefinition;
  className?: string;
  size?: number;
}

/**
 * A decorative icon of antd's, drawn without the component of `@ant-design/icons`, which brings the generator of antd's colours and styles
 * along.
 */
export function Sign({ icon, className, size }: SignProps) {
  const { attrs, children = [] } = typeof icon.icon === 'function' ? icon.icon('currentColor', 'currentColor') : icon.icon;
  return (
    <svg
      className={className === undefined ? 'sign' : `sign ${className}`}
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
