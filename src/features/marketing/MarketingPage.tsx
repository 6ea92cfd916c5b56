import { Flex } from 'antd';
import { FormattedMessage } from 'react-intl';
import { mailStyleOf, type MailLook } from '../../contract/plain/mail';
import { capabilities } from '../../shared/backEnd/capabilities';
import { isLost } from '../../shared/failure';
import { idFilter } from '../../shared/list/filters';
import { useFilters } from '../../shared/list/useFilters';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed';
import { NothingHere } from '../../shared/ui/feedback/NothingHere';
import { PageHead } from '../../shared/ui/page/PageHead';
import { useTitle } from '../../shared/ui/page/useTitle';
import { useGetHotspotQuery, useListHotspotPreferencesQuery } from '../hotspots/api';
import { HotspotPicker } from '../hotspots/HotspotPicker';
import { FeedbackResults } from './FeedbackResults';
import { MarketingForm } from './MarketingForm';
import { useListMarketingSettingsQuery } from './api';
import { LoadingRows } from '../../shared/ui/feedback/LoadingRows';

const FILTERS = { hotspotId: idFilter({ remembered: 'selected_hotspot_id' }) };

/** The feedback e-mails that guests get after their stay. */
export function MarketingPage() {
  useTitle('marketing.title');
  const { filters, choose } = useFilters(FILTERS);
  const { hotspotId } = filters;
  return (
    <>
      <PageHead
        title={<FormattedMessage id="marketing.title" />}
        state={<FormattedMessage id="marketing.about" />}
        actions={<HotspotPicker value={hotspotId} none="units.no_hotspot" onChoose={(id) => choose({ hotspotId: id })} />}
      />
      {hotspotId === 0 ? <NothingHere message="marketing.choose" /> : <OfHotspot key={hotspotId} hotspotId={hotspotId} />}
    </>
  );
}

function OfHotspot({ hotspotId }: { hotspotId: number }) {
  const settings = useListMarketingSettingsQuery(hotspotId);
  const hotspot = useGetHotspotQuery(hotspotId);
  const preferences = useListHotspotPreferencesQuery(hotspotId);
  const all = [settings, hotspot, preferences];
  if (all.some((query) => isLost(query) && query.data === undefined)) {
    const retry = () => Promise.all(all.filter(({ isError }) => isError).map((query) => query.refetch()));
    return <LoadFailed message="marketing.load_failed" onRetry={retry} />;
  }
  if (!settings.data || !hotspot.data || !preferences.data) return <LoadingRows rows={12} />;
  const { name, business_name, business_address, business_email } = hotspot.data;
  const style = mailStyleOf(Object.fromEntries(preferences.data.map(({ key, value }) => [key, value])));
  const look: MailLook = { name, business_name, business_address, business_email, style };
  return (
    <Flex vertical gap={16}>
      {capabilities().asksForFeedback && <FeedbackResults hotspotId={hotspotId} />}
      <MarketingForm hotspotId={hotspotId} stored={settings.data} look={look} />
    </Flex>
  );
}
