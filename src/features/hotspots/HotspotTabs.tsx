import { Badge, Tabs } from 'antd';
import { Suspense } from 'react';
import { FormattedMessage } from 'react-intl';
import { useDispatch } from 'react-redux';
import { useConsoleSelector, type ConsoleState } from '../../shared/consoleState';
import { selectDraft } from '../../shared/drafts';
import { tabOpened } from '../../shared/location';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed';
import type { LoggedUser } from '../auth/slice';
import { lookKey } from '../portal-designer/slice';
import { useListUnitsQuery } from '../units/api';
import { changedFields, preferencesKey, type Stored, type Typed } from './preferenceFields';
import { tabsFor, type HotspotTab } from './tabs';
import { useHotspotPreferences, type HotspotFacts } from './api';
import { LoadingRows } from '../../shared/ui/feedback/LoadingRows';

interface HotspotTabsProps {
  hotspot: HotspotFacts;
  user: LoggedUser;
  /** The tab that the URL names. */
  requested: string | null;
}

/** The tabs of a hotspot's page. */
export function HotspotTabs({ hotspot, user, requested }: HotspotTabsProps) {
  const dispatch = useDispatch();
  const { data: preferences, isError, refetch } = useHotspotPreferences(hotspot.id);
  const units = useListUnitsQuery({ hotspot: hotspot.id, page: 1, limit: 1 });
  const { tabs, open } = tabsFor({ user, preferences, units: units.data?.total }, requested);
  const retry = () => {
    void refetch();
    void units.refetch();
  };
  if (!open) {
    if (isError || units.isError) return <LoadFailed message="hotspots.load_one_failed" onRetry={retry} />;
    return <LoadingRows rows={8} />;
  }
  return (
    <Tabs
      activeKey={open.key}
      onChange={(key) => dispatch(tabOpened(key))}
      destroyOnHidden
      items={tabs.map(({ key, label, panel: Panel }) => ({
        key,
        label: <TabLabel label={label} isChanged={(state) => isChangedIn(state, key, hotspot.id, preferences)} />,
        children: (
          <Suspense fallback={<LoadingRows rows={8} />}>
            <Panel hotspot={hotspot} />
          </Suspense>
        ),
      }))}
    />
  );
}

/** Whether a tab has unsaved changes; an edit that was reverted doesn't count. */
function isChangedIn(state: ConsoleState, tab: HotspotTab['key'], hotspotId: number, preferences: Stored | undefined): boolean {
  if (tab === 'preferences') {
    const draft = selectDraft(state, preferencesKey(hotspotId));
    return draft !== undefined && preferences !== undefined && changedFields(preferences, draft.values as Typed).length > 0;
  }
  if (tab !== 'captive') return false;
  const draft = selectDraft(state, lookKey(hotspotId));
  return draft !== undefined && Object.entries(draft.values).some(([key, value]) => draft.begun?.values[key] !== value);
}

interface TabLabelProps {
  label: FormatjsIntl.Message['ids'];
  isChanged: (state: ConsoleState) => boolean;
}

/** A tab's label, with a dot if it has unsaved input. It asks for that itself, so that the first change renders no tab anew. */
function TabLabel({ label, isChanged }: TabLabelProps) {
  const hasDot = useConsoleSelector(isChanged);
  if (!hasDot) return <FormattedMessage id={label} />;
  return (
    <Badge dot offset={[6, 2]}>
      <FormattedMessage id={label} />
      <span className="only-heard">
        {' '}
        <FormattedMessage id="form.unsaved_tab" />
      </span>
    </Badge>
  );
}
