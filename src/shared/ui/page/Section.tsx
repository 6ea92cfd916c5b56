import { Card } from 'antd';
import { useId, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import styles from './Section.module.css';

/** A card whose heading labels it as a region of the page. */
export function Section({ title, children }: { title: FormatjsIntl.Message['ids']; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Card
        size="small"
        title={
          <h2 id={id} className={styles.title}>
            <FormattedMessage id={title} />
          </h2>
        }
      >
        {children}
      </Card>
    </section>
  );
}
