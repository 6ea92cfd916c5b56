import { PlusOutlined, PrinterOutlined } from '@ant-design/icons';
import { Button, Flex, Skeleton } from 'antd';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { Link } from 'react-router-dom';
import type { Voucher } from '../../contract/vouchers';
import { dialogOpened } from '../../shared/dialogs';
import { isLost } from '../../shared/failure';
import { paths } from '../../shared/paths';
import { CodeText } from '../../shared/ui/Facts';
import { LoadFailed } from '../../shared/ui/LoadFailed';
import { NothingHere } from '../../shared/ui/NothingHere';
import { Section } from '../../shared/ui/Section';
import { useShortcuts } from '../../shared/ui/useShortcuts';
import { useGetHotspotQuery, type HotspotFacts } from '../hotspots/api';
import { useVoucherTypes } from './useVoucherTypes';
import { isUsable } from './voucherState';
import { VoucherStates } from './VoucherStates';
import { validityWords } from './voucherTexts';
import { useListVouchersQuery } from './api';

/** How many recent vouchers are listed. */
const LAST = 10;

/** Reception's vouchers on the dashboard: new ones in one click, and a desk's recent ones to reprint. Nothing if the hotspot has none. */
export function VouchersCounter({ hotspotId, withLast }: { hotspotId: number; withLast: boolean }) {
  const dispatch = useDispatch();
  const types = useVoucherTypes(hotspotId);
  const { data: hotspot } = useGetHotspotQuery(hotspotId);
  const isOffered = types.length > 0;
  const create = () => dispatch(dialogOpened({ name: 'vouchers/create', args: { hotspotId } }));
  useShortcuts({ n: isOffered ? create : undefined });
  if (!isOffered || !hotspot) return null;
  return (
    <>
      <Button type="primary" size="large" className="counter-button" icon={<PlusOutlined aria-hidden />} onClick={create}>
        <FormattedMessage id="vouchers.new" />
      </Button>
      {withLast && (
        <LastVouchers
          hotspot={hotspot}
          onPrint={(voucher) => dispatch(dialogOpened({ name: 'vouchers/print', args: { hotspotId, vouchers: [voucher] } }))}
        />
      )}
    </>
  );
}

function LastVouchers({ hotspot, onPrint }: { hotspot: HotspotFacts; onPrint: (voucher: Voucher) => void }) {
  const intl = useIntl();
  const last = useListVouchersQuery({ hotspotId: hotspot.id, filters: {}, page: 1, limit: LAST, sort: 'created', order: 'desc' });
  const { data, isLoading, refetch, fulfilledTimeStamp: now = 0 } = last;
  const hasFailed = isLost(last);
  const vouchers = data?.data ?? [];
  return (
    <Section title="vouchers.last">
      {isLoading && <Skeleton active title={false} paragraph={{ rows: 4 }} />}
      {hasFailed && <LoadFailed message="vouchers.load_failed" onRetry={refetch} />}
      {!isLoading && !hasFailed && vouchers.length === 0 && <NothingHere message="vouchers.none" />}
      {!hasFailed && (
        <ul className="counter-list">
          {vouchers.map((voucher) => (
            <li key={voucher.id}>
              <CodeText text={voucher.code} />
              <VoucherStates voucher={voucher} now={now} />
              <span className="soft counter-words">
                {voucher.user_name === '' ? validityWords(intl, voucher) : `${voucher.user_name} · ${validityWords(intl, voucher)}`}
              </span>
              {isUsable(voucher, now) && (
                <Button
                  type="text"
                  icon={<PrinterOutlined aria-hidden />}
                  aria-label={intl.formatMessage({ id: 'vouchers.print_one' }, { code: voucher.code })}
                  onClick={() => onPrint(voucher)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <Flex justify="end">
        <Link to={`${paths.hotspot.to(hotspot.id)}?tab=vouchers`}>
          <FormattedMessage id="vouchers.to_all" />
        </Link>
      </Flex>
    </Section>
  );
}
