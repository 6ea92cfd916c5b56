import { Skeleton } from 'antd';
import { FormattedMessage } from 'react-intl';
import { useSelector } from 'react-redux';
import { dressOf, type MailLook } from '../../contract/mail';
import { isLost } from '../../shared/failure';
import { idIn, useListState } from '../../shared/location';
import { selectPreferences } from '../../shared/preferences';
import { LoadFailed } from '../../shared/ui/LoadFailed';
import { NothingHere } from '../../shared/ui/NothingHere';
import { PageHead } from '../../shared/ui/PageHead';
import { useTitle } from '../../shared/ui/useTitle';
import { useRememberedFilters } from '../../shared/useRememberedFilters';
import { useGetHotspotQuery, useListHotspotPreferencesQuery } from '../hotspots/api';
import { HotspotPicker } from '../hotspots/HotspotPicker';
import { MarketingForm } from './MarketingForm';
import { useListMarketingSettingsQuery } from './api';
import './marketing.css';

const SORTS = ['key'] as const;
const WAYS = { filters: ['hotspotId'] } as const;

/** The feedback e-mails that guests get after their stay. */
export function MarketingPage() {
  useTitle('marketing.title');
  const { selected_hotspot_id } = useSelector(selectPreferences);
  const { filters: named, filter } = useListState(SORTS, WAYS);
  const filters = useRememberedFilters(named, selected_hotspot_id > 0 ? { hotspotId: String(selected_hotspot_id) } : {});
  const hotspotId = idIn(filters.hotspotId);
  return (
    <>
      <PageHead
        title={<FormattedMessage id="marketing.title" />}
        state={<FormattedMessage id="marketing.about" />}
        actions={
          <HotspotPicker value={hotspotId} none="units.no_hotspot" onChoose={(id) => filter({ hotspotId: id === 0 ? '' : String(id) })} />
        }
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
  if (!settings.data || !hotspot.data || !preferences.data) return <Skeleton active title={false} paragraph={{ rows: 12 }} />;
  const { name, business_name, business_address, business_email } = hotspot.data;
  const dress = dressOf(Object.fromEntries(preferences.data.map(({ key, value }) => [key, value])));
  const look: MailLook = { name, business_name, business_address, business_email, dress };
  return <MarketingForm hotspotId={hotspotId} stored={settings.data} look={look} />;
}
