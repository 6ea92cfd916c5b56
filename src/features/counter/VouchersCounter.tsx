import PlusOutlined from '@ant-design/icons/PlusOutlined';
import ShopOutlined from '@ant-design/icons/ShopOutlined';
import { Button, Flex, Skeleton } from 'antd';
import { FormattedMessage } from 'react-intl';
import { useDispatch } from 'react-redux';
import { Link } from 'react-router-dom';
import { dialogOpened } from '../../shared/dialogs';
import { paths } from '../../shared/paths';
import { useShortcuts } from '../../shared/ui/page/useShortcuts';
import { useHotspotPreferences } from '../hotspots/api';
import { useVoucherTypes } from '../vouchers/useVoucherTypes';
import { classes } from '../../shared/ui/plain/classes';
import styles from './VouchersCounter.module.css';

/** On a customer's dashboard: create vouchers, or open the reception's counter. Empty if the hotspot has no voucher login. */
export function VouchersCounter({ hotspotId }: { hotspotId: number }) {
  const dispatch = useDispatch();
  const isOffered = useVoucherTypes(hotspotId).length > 0;
  const { isLoading } = useHotspotPreferences(hotspotId);
  const create = () => dispatch(dialogOpened({ name: 'vouchers/create', args: { hotspotId } }));
  useShortcuts({ n: isOffered ? create : undefined });
  if (!isOffered) return isLoading ? <Skeleton.Button active size="large" /> : null;
  return (
    <Flex gap={16} align="center" wrap>
      <Button type="primary" size="large" className={classes(styles.counterButton)} icon={<PlusOutlined aria-hidden />} onClick={create}>
        <FormattedMessage id="vouchers.new" />
      </Button>
      <Link to={paths.counter.to(hotspotId)}>
        <ShopOutlined aria-hidden /> <FormattedMessage id="counter.open" />
      </Link>
    </Flex>
  );
}
