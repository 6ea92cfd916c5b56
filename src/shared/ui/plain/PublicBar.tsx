import { FormattedMessage, FormattedTime } from 'react-intl';
import { consoleConfig } from '../../config';
import { useNow } from '../facts/useNow';
import styles from './PublicBar.module.css';

const HOUR = 3_600_000;

/** Marks each screen of the demonstration on the internet, and says when it begins anew. */
export function PublicBar() {
  const { public_until: first } = consoleConfig();
  return first === undefined ? null : <Bar until={Date.parse(first)} />;
}

function Bar({ until }: { until: number }) {
  const now = useNow();
  const next = until + Math.max(0, Math.ceil((now - until) / HOUR)) * HOUR;
  return (
    <p className={`${String(styles.publicBar)} not-on-paper`}>
      <FormattedMessage id="demonstration.public" values={{ time: <FormattedTime value={next} /> }} />
    </p>
  );
}
