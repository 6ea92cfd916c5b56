import { useId } from 'react';
import { FormattedMessage } from 'react-intl';
import { useHotspotPreferences } from '../hotspots/api';
import { FindGuest } from './FindGuest';
import { LastVouchers } from './LastVouchers';
import { CreatedVoucher } from './CreatedVoucher';
import { PresetButtons } from './PresetButtons';
import { useVoucherTypes } from '../vouchers/useVoucherTypes';
import { LoadingRows } from '../../shared/ui/feedback/LoadingRows';
import cardStyles from './card.module.css';
import styles from './DeskCounter.module.css';

/** The reception's counter: create a voucher in one click, find a guest, and see the most recent vouchers. */
export function DeskCounter({ hotspotId }: { hotspotId: number }) {
  const newId = useId();
  const findId = useId();
  const types = useVoucherTypes(hotspotId);
  const { data: preferences, isError } = useHotspotPreferences(hotspotId);
  return (
    <>
      <div className={styles.counterTiles}>
        <section className={cardStyles.card} aria-labelledby={newId}>
          <h2 id={newId}>
            <FormattedMessage id="counter.new" />
          </h2>
          {types.length > 0 ? (
            <PresetButtons hotspotId={hotspotId} types={types} />
          ) : preferences ? (
            <p className="soft">
              <FormattedMessage id="counter.no_vouchers" />
            </p>
          ) : isError ? (
            <p className="soft">
              <FormattedMessage id="counter.away" />
            </p>
          ) : (
            <LoadingRows rows={3} />
          )}
        </section>
        <section className={cardStyles.card} aria-labelledby={findId}>
          <h2 id={findId}>
            <FormattedMessage id="counter.find" />
          </h2>
          <FindGuest hotspotId={hotspotId} />
        </section>
      </div>
      {/* Below: the buttons stay where they are when a voucher is created. */}
      <CreatedVoucher hotspotId={hotspotId} />
      {(types.length > 0 || (isError && !preferences)) && <LastVouchers hotspotId={hotspotId} />}
    </>
  );
}
