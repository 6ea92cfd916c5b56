import { Button, Flex } from 'antd';
import { FormattedMessage } from 'react-intl';
import { capabilities } from '../../shared/backEnd/capabilities';
import { Section } from '../../shared/ui/page/Section';
import { voucherTypesOf } from '../vouchers/api';
import { useHotspotPreferences } from './api';
import { useTurnOnVouchers } from './useTurnOnVouchers';

/** Offers to enable vouchers at a hotspot where guests can't log in with them; it has no vouchers tab (HSP-09). */
export function VouchersOff({ hotspotId }: { hotspotId: number }) {
  const { data: preferences } = useHotspotPreferences(hotspotId);
  const { turnOn, isRunning } = useTurnOnVouchers(hotspotId);
  if (!preferences || voucherTypesOf(preferences).length > 0) return null;
  if (preferences.voucher_login === undefined && !capabilities().canAddPreferences) return null;
  return (
    <Section title="vouchers.title">
      <Flex justify="space-between" align="center" gap="8px 16px" wrap>
        <FormattedMessage id="vouchers.off" />
        <Button loading={isRunning} onClick={turnOn}>
          <FormattedMessage id="vouchers.turn_on" />
        </Button>
      </Flex>
    </Section>
  );
}
