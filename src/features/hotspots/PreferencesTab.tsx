import { Skeleton } from 'antd';
import { LoadFailed } from '../../shared/ui/LoadFailed';
import { PreferencesForm } from './PreferencesForm';
import { useListHotspotPreferencesQuery, type HotspotFacts } from './api';

/** Login methods, durations and limits of a hotspot's guests. */
export function PreferencesTab({ hotspot }: { hotspot: HotspotFacts }) {
  const { data, isError, refetch } = useListHotspotPreferencesQuery(hotspot.id);
  if (!data && isError) return <LoadFailed message="preferences.load_failed" onRetry={refetch} />;
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 12 }} />;
  return (
    <PreferencesForm key={hotspot.id} hotspotId={hotspot.id} stored={Object.fromEntries(data.map(({ key, value }) => [key, value]))} />
  );
}
