import { useId } from 'react';
import { FormattedMessage } from 'react-intl';
import { AlertLines } from './AlertLines';
import alertLinesStyles from './AlertLines.module.css';
import styles from './AlertsPanel.module.css';

/** The panel that the bell opens on any screen: the dashboard's alerts. */
export function AlertsPanel({ onLeave }: { onLeave: () => void }) {
  const id = useId();
  return (
    <section className={alertLinesStyles.alertsPanel} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        <FormattedMessage id="attention.title" />
      </h2>
      <AlertLines onLeave={onLeave} />
    </section>
  );
}
