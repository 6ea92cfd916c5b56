import CheckOutlined from '@ant-design/icons/CheckOutlined';
import PrinterOutlined from '@ant-design/icons/PrinterOutlined';
import { Alert, Button, Flex, Skeleton, Tooltip } from 'antd';
import type { MouseEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import { useConsoleSelector } from '../../shared/consoleState';
import { Link } from 'react-router-dom';
import type { Voucher } from '../../contract/vouchers';
import { HOTSPOT_ZONE } from '../../contract/plain/wire';
import { dayIn } from '../../contract/plain/zones';
import { capabilities } from '../../shared/backEnd/capabilities';
import { dialogOpened } from '../../shared/dialogs';
import { isElsewhere } from '../../shared/format/dates';
import { paths } from '../../shared/paths';
import { CodeText } from '../../shared/ui/facts/Facts';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed';
import { Moment, ShownZone } from '../../shared/ui/facts/Moment';
import { NothingHere } from '../../shared/ui/feedback/NothingHere';
import { useNow } from '../../shared/ui/facts/useNow';
import { useHotspotZone } from '../hotspots/api';
import { Section } from '../../shared/ui/page/Section';
import { selectUser } from '../auth/slice';
import { useGetShiftQuery, useListLastVouchersQuery } from '../vouchers/api';
import { LostTicketButton } from './LostTicketButton';
import { isUsable } from '../../contract/plain/voucherState';
import { VoucherStates } from '../vouchers/VoucherStates';
import { guestText, validityText } from '../vouchers/voucherTexts';
import { isRepeated } from './PresetButtons';
import { presetText } from './presetVouchers';
import { selectStored, type StoredVoucher } from './slice';
import { classes } from '../../shared/ui/plain/classes';
import { LoadingRows } from '../../shared/ui/feedback/LoadingRows';
import styles from './LastVouchers.module.css';
import spacingStyles from '../../shared/ui/page/spacing.module.css';

/** The most recent vouchers, to reprint or replace; while the server can't be reached, those that this browser has stored. */
export function LastVouchers({ hotspotId }: { hotspotId: number }) {
  const user = useSelector(selectUser);
  const accountId = user?.id ?? 0;
  const last = useListLastVouchersQuery({ hotspotId, accountId });
  const stored = useConsoleSelector((state) => selectStored(state, hotspotId, accountId));
  const vouchers: readonly (Voucher | StoredVoucher)[] | undefined = last.currentData ?? stored?.vouchers;
  const now = (last.currentData ? last.fulfilledTimeStamp : stored?.at) ?? 0;
  const zone = useHotspotZone(hotspotId);
  return (
    <ShownZone value={zone}>
      <Section title="vouchers.last">
        {capabilities().hasWholeCounter && <ShiftLine hotspotId={hotspotId} />}
        {last.isError && vouchers && (
          <Alert
            type="warning"
            showIcon
            className={classes(spacingStyles.below8)}
            title={<FormattedMessage id="counter.kept" values={{ at: <Moment at={new Date(now).toISOString()} isShort /> }} />}
          />
        )}
        {last.isError && !vouchers && <LoadFailed message="vouchers.load_failed" onRetry={last.refetch} />}
        {!last.isError && !vouchers && <LoadingRows rows={4} />}
        {vouchers?.length === 0 && <NothingHere message="vouchers.none" />}
        {vouchers && (
          <ul className={styles.counterList}>
            {vouchers.map((voucher) => (
              <LastVoucher key={voucher.id} hotspotId={hotspotId} voucher={voucher} now={now} />
            ))}
          </ul>
        )}
        <Flex justify="end">
          <Link to={`${paths.hotspot.to(hotspotId)}?tab=vouchers`}>
            <FormattedMessage id="vouchers.to_all" />
          </Link>
        </Flex>
      </Section>
    </ShownZone>
  );
}

function LastVoucher({ hotspotId, voucher, now }: { hotspotId: number; voucher: Voucher | StoredVoucher; now: number }) {
  const intl = useIntl();
  const dispatch = useDispatch();
  const isWhole = 'hotspot_id' in voucher;
  const zone = useHotspotZone(hotspotId);
  const parts = [
    isWhole ? guestText(intl, voucher) : '',
    voucher.preset !== undefined && voucher.preset !== '' ? presetText(intl, voucher.preset) : validityText(intl, voucher, zone),
  ].filter((part) => part !== '');
  const unlessRepeated = (act: () => void) => (event: MouseEvent) => {
    if (!isRepeated(event)) act();
  };
  return (
    <li>
      <span className={classes(styles.counterTime, 'soft')}>
        <Moment at={voucher.created} isShort />
      </span>
      <CodeText text={voucher.code} />
      <VoucherStates voucher={voucher} now={now} />
      <span className={classes('soft', styles.counterWords)}>
        <bdi>{parts.join(' · ')}</bdi>
      </span>
      <span className={styles.counterPrinted}>
        {voucher.printed && (
          <Tooltip
            title={
              isWhole && (voucher.prints ?? 0) > 0 ? intl.formatMessage({ id: 'counter.prints' }, { count: voucher.prints }) : undefined
            }
          >
            <CheckOutlined aria-hidden />{' '}
            <span>
              <FormattedMessage id="vouchers.printed" />
            </span>
          </Tooltip>
        )}
      </span>
      <span className={styles.counterActions}>
        {isWhole && isUsable(voucher, now) && (
          <Button
            type="text"
            icon={<PrinterOutlined aria-hidden />}
            aria-label={intl.formatMessage({ id: 'vouchers.print_one' }, { code: voucher.code })}
            onClick={unlessRepeated(() => dispatch(dialogOpened({ name: 'vouchers/print', args: { hotspotId, vouchers: [voucher] } })))}
          />
        )}
        {isWhole && <LostTicketButton voucher={voucher} now={now} isAtCounter />}
      </span>
    </li>
  );
}

/** "Today: 23 vouchers, 4 extended", with a link to the day's summary. */
function ShiftLine({ hotspotId }: { hotspotId: number }) {
  const dispatch = useDispatch();
  const zone = useHotspotZone(hotspotId);
  const day = dayIn(new Date(useNow()), zone);
  const { data: shift, isLoading } = useGetShiftQuery({ hotspotId, day, tz: HOTSPOT_ZONE });
  return (
    <Flex gap={8} align="center" justify="space-between" wrap className={classes(spacingStyles.below8)}>
      <span role="status">
        {isLoading && <Skeleton.Button active size="small" />}
        {shift && <FormattedMessage id="shift.today" values={{ vouchers: shift.vouchers, extended: shift.extended }} />}
        {isElsewhere(zone) && (
          <>
            {' · '}
            <span className="soft">
              <FormattedMessage id="moment.time_of_zone" values={{ zone }} />
            </span>
          </>
        )}
      </span>
      <Button size="small" onClick={() => dispatch(dialogOpened({ name: 'vouchers/shift', args: { hotspotId } }))}>
        <FormattedMessage id="shift.title" />
      </Button>
    </Flex>
  );
}
