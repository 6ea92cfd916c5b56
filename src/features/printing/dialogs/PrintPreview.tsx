import { FormattedMessage, useIntl } from 'react-intl';
import type { Voucher } from '../../../contract/vouchers';
import { LoadFailed } from '../../../shared/ui/feedback/LoadFailed';
import { PreviewedSheets } from '../Sheets';
import type { PrintJob } from './usePrintJob';
import { REACHABLE } from '../../../shared/ui/page/reachable';
import { LoadingRows } from '../../../shared/ui/feedback/LoadingRows';
import styles from './PrintPreview.module.css';
import spacingStyles from '../../../shared/ui/page/spacing.module.css';

/** The pages as they will be printed, and which vouchers are left out. */
export function PrintPreview({ job }: { job: PrintJob }) {
  const intl = useIntl();
  const { printed, leftOut: omitted, isUnsure, pages, pictures, content, isPrinting, isUnread, retryAll } = job;
  return (
    <div className={styles.preview}>
      <div role="status" className={spacingStyles.below8}>
        {pages && (
          <div>
            <FormattedMessage id="paper.count" values={{ vouchers: printed.length, pages: pages.length }} />
          </div>
        )}
        {omitted.length > 0 && <FormattedMessage id="paper.left_out" values={{ count: omitted.length, codes: labelOf(omitted) }} />}
        {isUnsure && <FormattedMessage id="paper.not_asked" />}
      </div>
      {pages ? (
        <section {...REACHABLE} aria-label={intl.formatMessage({ id: 'paper.preview' })} className="paper-preview">
          <div ref={content}>
            <PreviewedSheets pages={pages} pictures={pictures} isWhole={isPrinting} />
          </div>
        </section>
      ) : isUnread ? (
        <LoadFailed message="paper.load_failed" onRetry={retryAll} />
      ) : (
        <LoadingRows rows={8} />
      )}
    </div>
  );
}

/** Maximum number of left-out codes that are listed. */
const MAX_LISTED = 5;

const labelOf = (some: readonly Voucher[]) =>
  some
    .slice(0, MAX_LISTED)
    .map(({ code }) => code)
    .join(', ') + (some.length > MAX_LISTED ? ', …' : '');
