import { Skeleton } from 'antd';
import { useSelector } from 'react-redux';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed';
import { PreferencesForm } from './PreferencesForm';
import { selectHotspotPreferences, type HoldingAnswers } from './slice';
import { useListHotspotPreferencesQuery, type HotspotFacts } from './api';

/** Login methods, durations and limits of a hotspot's guests. */
export function PreferencesTab({ hotspot }: { hotspot: HotspotFacts }) {
  const { isError, refetch } = useListHotspotPreferencesQuery(hotspot.id);
  const stored = useSelector((state: HoldingAnswers) => selectHotspotPreferences(state, hotspot.id));
  if (!stored && isError) return <LoadFailed message="preferences.load_failed" onRetry={refetch} />;
  if (!stored) return <Skeleton active title={false} paragraph={{ rows: 12 }} />;
  return <PreferencesForm key={hotspot.id} hotspot={hotspot} stored={stored} />;
}
