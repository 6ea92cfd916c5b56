import { App, Flex } from 'antd';
import { useCallback, useDeferredValue, useId, useMemo } from 'react';
import { useIntl } from 'react-intl';
import { capabilities } from '../../shared/backEnd/capabilities';
import { consoleConfig } from '../../shared/config';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed';
import { LeaveGuard } from '../../shared/ui/form/LeaveGuard';
import { NotSavedAlert } from '../../shared/ui/form/NotSavedAlert';
import { OvertakenAlert } from '../../shared/ui/form/OvertakenAlert';
import { RestoredDraft } from '../../shared/ui/form/RestoredDraft';
import { SaveBar } from '../../shared/ui/form/SaveBar';
import { LabelsAbove, SettingsForm } from '../../shared/ui/form/SettingsForm';
import { Section } from '../../shared/ui/page/Section';
import { useSettings } from '../../shared/ui/form/useSettings';
import { PreferenceInput } from './PreferenceInput';
import {
  changedFields,
  groupsOf,
  isOffered,
  preferencesKey,
  problemOf,
  shownValue,
  toField,
  toWire,
  type FieldValue,
  type PreferenceField,
  type Stored,
} from './preferenceFields';
import { useHotspotPreferences, useSaveHotspotPreferencesMutation, type HotspotFacts } from './api';
import { useSmsUsedUp } from './useSmsUsedUp';
import { LoadingRows } from '../../shared/ui/feedback/LoadingRows';
import spacingStyles from '../../shared/ui/page/spacing.module.css';
import { classes } from '../../shared/ui/plain/classes';

/** Login methods, durations and limits of a hotspot's guests. */
export function PreferencesTab({ hotspot }: { hotspot: HotspotFacts }) {
  const { data: stored, isError, refetch } = useHotspotPreferences(hotspot.id);
  if (!stored && isError) return <LoadFailed message="preferences.load_failed" onRetry={refetch} />;
  if (!stored) return <LoadingRows rows={12} />;
  return (
    <LabelsAbove>
      <PreferencesForm key={hotspot.id} hotspot={hotspot} stored={stored} />
    </LabelsAbove>
  );
}

/** All preferences of a hotspot, in groups (PREF-17). */
function PreferencesForm({ hotspot, stored }: { hotspot: HotspotFacts; stored: Stored }) {
  const hotspotId = hotspot.id;
  const intl = useIntl();
  const { message } = App.useApp();
  const formId = useId();
  const [save, { isLoading }] = useSaveHotspotPreferencesMutation();
  const groups = useMemo(() => groupsOf(stored, capabilities().canAddPreferences), [stored]);
  const settings = useSettings<FieldValue>({
    draftKey: preferencesKey(hotspotId),
    formId,
    storedOf: useCallback((key: string) => stored[key], [stored]),
    changedOf: (typed) => changedFields(stored, typed).map(({ key }) => key),
    wrongOf: (typed) =>
      changedFields(stored, typed)
        .filter((field) => problemOf(field, shownValue(field, stored, typed)) !== null)
        .map(({ key }) => key),
    send: async (_keys, typed, seen) => {
      const changes = changedFields(stored, typed).map((field) => ({
        key: field.key,
        value: toWire(field, shownValue(field, stored, typed)),
        seen: seen[field.key],
      }));
      return (await save({ id: hotspotId, changes })).data;
    },
    onSaved: (count) => void message.success(intl.formatMessage({ id: 'preferences.saved' }, { count })),
  });
  const { typed, changed, failures, idOf } = settings;
  // A box is painted as checked before the fields that it offers.
  const offering = useDeferredValue(typed);
  const noSms = useSmsUsedUp({
    hotspot,
    limit: Number(typed.sms_login_max ?? stored.sms_login_max ?? 0),
    isOn: (typed.sms_login ?? stored.sms_login === 'true') === true && !consoleConfig().ways_off.includes('sms_login'),
  });

  const inputOf = (field: PreferenceField) => {
    const value = shownValue(field, stored, typed);
    return (
      <PreferenceInput
        key={field.key}
        id={idOf(field.key)}
        field={field}
        value={value}
        problem={settings.isVisited(field.key) && changed.includes(field.key) ? problemOf(field, value) : null}
        failure={settings.failureOf(field.key)}
        notWorking={field.key === 'sms_login' ? noSms : null}
        onChange={settings.change}
        onLeave={settings.leave}
      />
    );
  };

  const about = (key: string) => {
    const field = groupsOf(stored)
      .flatMap(({ fields }) => fields)
      .find((other) => other.key === key);
    if (!field) return { label: key, theirs: stored[key] ?? '' };
    return { label: field.label ? intl.formatMessage({ id: field.label }) : key, theirs: toField(field, stored[key]), zero: field.zero };
  };

  return (
    <SettingsForm id={formId} onSubmit={settings.submit}>
      <LeaveGuard isDirty={settings.isDirty} onLeave={settings.drop} />
      {settings.isRestored && <RestoredDraft onDiscard={settings.discard} />}
      <Flex vertical gap={16}>
        {groups.map(({ title, fields }) => {
          const plain = fields.filter(({ kind, under }) => kind !== 'switch' && under === undefined);
          const switches = fields.filter(({ kind, under }) => kind === 'switch' && under === undefined);
          return (
            <Section key={title} title={title}>
              {plain.length > 0 && <div className="form-columns">{plain.map(inputOf)}</div>}
              {switches.map((field) => {
                const under = fields.filter((other) => other.under === field.key && isOffered(other, stored, offering));
                return (
                  <div key={field.key}>
                    {inputOf(field)}
                    {under.length > 0 && <div className={classes(spacingStyles.indented, 'form-columns')}>{under.map(inputOf)}</div>}
                  </div>
                );
              })}
            </Section>
          );
        })}
        <OvertakenAlert {...settings} about={about} />
        <NotSavedAlert count={failures.length} />
      </Flex>
      <SaveBar form={formId} count={changed.length} isSaving={isLoading} onDiscard={settings.discard} />
    </SettingsForm>
  );
}
