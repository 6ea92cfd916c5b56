import { Badge, Tabs } from 'antd';
import { Suspense } from 'react';
import { FormattedMessage } from 'react-intl';
import { useDispatch } from 'react-redux';
import { useConsoleSelector } from '../../shared/consoleState';
import { selectDraft, type Draft } from '../../shared/drafts';
import { tabOpened } from '../../shared/location';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed';
import type { LoggedUser } from '../auth/slice';
import { lookKey } from '../portal-designer/slice';
import { useListUnitsQuery } from '../units/api';
import { changedFields, preferencesKey, type Typed } from './preferenceFields';
import { tabsFor } from './tabs';
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
  // What is asked of the drafts is whether something is changed: a key that is typed renders no tab anew.
  const isChanged: Partial<Record<string, boolean>> = {
    preferences: useConsoleSelector((state) => {
      const typed = selectDraft(state, preferencesKey(hotspot.id));
      return typed !== undefined && preferences !== undefined && changedFields(preferences, typed.values as Typed).length > 0;
    }),
    captive: useConsoleSelector((state) => isLookChanged(selectDraft(state, lookKey(hotspot.id)))),
  };
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
        label: <TabLabel label={label} isChanged={isChanged[key] === true} />,
        children: (
          <Suspense fallback={<LoadingRows rows={8} />}>
            <Panel hotspot={hotspot} />
          </Suspense>
        ),
      }))}
    />
  );
}

/** Whether the portal's look has unsaved changes; an edit that was reverted doesn't count. */
const isLookChanged = (draft: Draft | undefined) =>
  draft !== undefined && Object.entries(draft.values).some(([key, value]) => draft.begun?.values[key] !== value);

/** A tab's label, with a dot if it has unsaved input. */
function TabLabel({ label, isChanged }: { label: FormatjsIntl.Message['ids']; isChanged: boolean }) {
  if (!isChanged) return <FormattedMessage id={label} />;
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
