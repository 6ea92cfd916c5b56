import { Skeleton } from 'antd';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed';
import { PreferencesForm } from './PreferencesForm';
import { useHotspotPreferences, type HotspotFacts } from './api';

/** Login methods, durations and limits of a hotspot's guests. */
export function PreferencesTab({ hotspot }: { hotspot: HotspotFacts }) {
  const { data: stored, isError, refetch } = useHotspotPreferences(hotspot.id);
  if (!stored && isError) return <LoadFailed message="preferences.load_failed" onRetry={refetch} />;
  if (!stored) return <Skeleton active title={false} paragraph={{ rows: 12 }} />;
  return <PreferencesForm key={hotspot.id} hotspot={hotspot} stored={stored} />;
}
