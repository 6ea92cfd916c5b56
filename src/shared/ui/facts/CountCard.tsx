import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import { Button, Card, Flex, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import styles from './CountCard.module.css';
import textStyles from '../page/text.module.css';
import { classes } from '../plain/classes';

/** The part of a query hook's result that a count card needs. */
export interface Counted {
  data?: number | undefined;
  isLoading: boolean;
  isError: boolean;
  refetch: () => unknown;
}

interface CountCardProps {
  icon: ReactNode;
  label: FormatjsIntl.Message['ids'];
  /** Link to the list of what is counted, if there is one and the role may see it. */
  to?: string | undefined;
  counted: Counted;
}

/** A number and its label. If loading fails, it shows 0 and offers a retry (DASH-08). */
export function CountCard({ icon, label, to, counted }: CountCardProps) {
  const { data, isLoading, isError, refetch } = counted;
  return (
    <FactCard icon={icon} label={label} to={to} isLoading={isLoading} onRetry={isError ? refetch : undefined}>
      <FormattedNumber value={data ?? 0} />
    </FactCard>
  );
}

interface FactCardProps {
  icon: ReactNode;
  label: FormatjsIntl.Message['ids'];
  to?: string | undefined;
  isLoading: boolean;
  /** Present when loading failed. */
  onRetry?: (() => unknown) | undefined;
  /** Whether it spans two columns. */
  isWide?: boolean;
  children: ReactNode;
}

/** A large value with a small label: the frame of count and SMS cards. */
export function FactCard({ icon, label, to, isLoading, onRetry, isWide = false, children }: FactCardProps) {
  const intl = useIntl();
  const name = <FormattedMessage id={label} />;
  return (
    <Card
      size="small"
      role="group"
      aria-label={intl.formatMessage({ id: label })}
      className={classes(styles.card, isWide && styles.isWide)}
    >
      <Flex gap={8} align="center" className={classes(textStyles.soft)}>
        {icon}
        {to === undefined ? <span>{name}</span> : <Link to={to}>{name}</Link>}
      </Flex>
      <div className={styles.figure} aria-busy={isLoading}>
        {isLoading ? <Skeleton.Button active size="small" /> : children}
      </div>
      {onRetry && (
        <Flex gap={4} align="center">
          <span className={textStyles.warning}>
            <FormattedMessage id="cards.not_loaded" />
          </span>
          <Button
            type="text"
            size="small"
            icon={<ReloadOutlined aria-hidden />}
            aria-label={intl.formatMessage({ id: 'common.try_again' })}
            onClick={() => void onRetry()}
          />
        </Flex>
      )}
    </Card>
  );
}

/** A grid of cards: two columns on a phone, otherwise four, or eight where they fit. */
export function CardGrid({ children }: { children: ReactNode }) {
  return <div className={styles.cards}>{children}</div>;
}
