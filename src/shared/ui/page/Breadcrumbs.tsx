import { Breadcrumb } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import textStyles from './text.module.css';
import spacingStyles from './spacing.module.css';
import { classes } from '../plain/classes';

interface BreadcrumbsProps {
  /** The screens above this one, topmost first: their addresses and titles. */
  above: readonly { to: string; title: ReactNode }[];
  /** The title of this screen. */
  here: ReactNode;
}

/** Links to the screens above this one. */
export function Breadcrumbs({ above, here }: BreadcrumbsProps) {
  return (
    <Breadcrumb
      className={classes(textStyles.anywhere, spacingStyles.below8)}
      items={[...above.map(({ to, title }) => ({ title: <Link to={to}>{title}</Link> })), { title: here }]}
    />
  );
}
