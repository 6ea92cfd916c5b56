import RedoOutlined from '@ant-design/icons/RedoOutlined';
import UndoOutlined from '@ant-design/icons/UndoOutlined';
import { App, Button, Flex, Segmented } from 'antd';
import { memo, useCallback, useDeferredValue, useId, useLayoutEffect, useMemo, useRef, type KeyboardEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import { useConsoleSelector } from '../../shared/consoleState';
import type { Preference } from '../../contract/preferences';
import type { PortalLanguage } from '../../contract/plain/wire';
import { valueAt } from '../../shared/history';
import { stepByKeys } from '../../shared/keys';
import { FailureAlert } from '../../shared/ui/feedback/FailureAlert';
import { LeaveGuard } from '../../shared/ui/form/LeaveGuard';
import { OvertakenAlert } from '../../shared/ui/form/OvertakenAlert';
import { RestoredDraft } from '../../shared/ui/form/RestoredDraft';
import { SaveBar } from '../../shared/ui/form/SaveBar';
import { LabelsAbove, SettingsForm } from '../../shared/ui/form/SettingsForm';
import { useSettings } from '../../shared/ui/form/useSettings';
import { useSaveHotspotPreferencesMutation, type HotspotFacts } from '../hotspots/api';
import { changesOf, type Edits, type LookAction } from './lookEdits';
import { lookOf, type Look } from '../../portal/portalLook';
import { problemOf } from './portalLook';
import { fieldName, LookFields } from './LookFields';
import { PortalPreview } from './PortalPreview';
import { languageChosen, lookKey, lookSettled, paneChosen, selectHistory, selectPane, type Pane } from './slice';
import spacingStyles from '../../shared/ui/page/spacing.module.css';
import { classes } from '../../shared/ui/plain/classes';
import styles from './PortalDesigner.module.css';

interface PortalDesignerProps {
  hotspot: HotspotFacts;
  preferences: readonly Preference[];
}

/** Edits a portal's look next to a live preview; nothing is sent before Save (CPT-15). */
export function PortalDesigner(props: PortalDesignerProps) {
  return (
    <LabelsAbove>
      <DesignerForm {...props} />
    </LabelsAbove>
  );
}

function DesignerForm({ hotspot, preferences }: PortalDesignerProps) {
  const intl = useIntl();
  const dispatch = useDispatch();
  const { message } = App.useApp();
  const formId = useId();
  const key = lookKey(hotspot.id);
  const history = useConsoleSelector((state) => selectHistory(state, key));
  const pane = useSelector(selectPane);
  const [save, { isLoading, error }] = useSaveHotspotPreferencesMutation();

  const stored = useMemo(() => lookOf(preferences), [preferences]);
  const settings = useSettings<string>({
    draftKey: key,
    formId,
    storedOf: (name) => stored[name],
    changedOf: (edits) => changesOf(stored, edits).map((change) => change.key),
    wrongOf: (edits) =>
      changesOf(stored, edits)
        .filter((change) => problemOf(change.key, change.value))
        .map((change) => change.key),
    send: async (_keys, edits, seen) =>
      (await save({ id: hotspot.id, changes: changesOf(stored, edits).map((change) => ({ ...change, seen: seen[change.key] })) })).data,
    onSaved: () => void message.success(intl.formatMessage({ id: 'captive.saved' })),
    onFault: () => dispatch(paneChosen('fields')),
  });
  const edits = settings.typed;
  const look = useMemo((): Look => ({ ...stored, ...edits }), [stored, edits]);
  const shown = useMemo(() => presentable(stored, edits), [stored, edits]);
  // Deferred, so that typing doesn't wait for the preview to render.
  const drawn = useDeferredValue(shown);

  const act = (action: LookAction) => {
    if (action.type === 'changed') settings.change(action.key, action.value);
    else if (action.type === 'settled') dispatch(lookSettled(key));
    else {
      const to = valueAt(history, action.type);
      if (to) settings.put(to, { kind: action.type, from: edits });
    }
  };
  // A stable callback, so that typing into one field doesn't re-render the others.
  const latest = useRef(act);
  useLayoutEffect(() => {
    latest.current = act;
  });
  const onAction = useCallback((action: LookAction) => latest.current(action), []);

  const onLanguage = useCallback((language: PortalLanguage) => dispatch(languageChosen(language)), [dispatch]);

  const undoByKey = (event: KeyboardEvent) => {
    const type = stepByKeys(event);
    if (!type) return;
    // The browser's undo works on a single field and loses track of the others.
    event.preventDefault();
    act({ type });
  };

  const [firstReason] = settings.failures.flatMap((name) => settings.failureOf(name) ?? []);
  const failure = error ?? firstReason;
  return (
    <>
      <LeaveGuard isDirty={settings.isDirty} onLeave={settings.drop} />
      <div className={classes(styles.panes, 'not-on-paper')}>
        <Panes pane={pane} onChange={(chosen) => dispatch(paneChosen(chosen))} />
      </div>
      <div className={classes(styles.designer, pane === 'preview' && styles.showsPreview)}>
        <SettingsForm
          id={formId}
          className={classes(styles.fields, 'not-on-paper')}
          onSubmit={() => {
            act({ type: 'settled' });
            return settings.submit();
          }}
          onKeyDown={undoByKey}
        >
          {settings.isRestored && <RestoredDraft onDiscard={settings.discard} />}
          <OvertakenAlert {...settings} about={(name) => ({ label: fieldName(intl, name), theirs: stored[name] ?? '' })} />
          <Steps canUndo={history.past.length > 0} canRedo={history.future.length > 0} onAction={onAction} />
          <LookFields
            formId={formId}
            stored={stored}
            look={look}
            edits={edits}
            open={history.open}
            notSaved={settings.failures}
            onAction={onAction}
            onLanguage={onLanguage}
          />
        </SettingsForm>
        <div className={classes(styles.preview)}>
          <PortalPreview look={drawn} preferences={preferences} hotspot={hotspot} />
        </div>
      </div>
      {failure && settings.isDirty && <FailureAlert title="captive.not_saved" error={failure} />}
      <SaveBar form={formId} count={settings.changed.length} isSaving={isLoading} onDiscard={settings.discard} />
    </>
  );
}

interface StepsProps {
  canUndo: boolean;
  canRedo: boolean;
  onAction: (action: LookAction) => void;
}

const Steps = memo(function Steps({ canUndo, canRedo, onAction }: StepsProps) {
  return (
    <Flex gap={8} className={classes(spacingStyles.below16)}>
      <Button icon={<UndoOutlined aria-hidden />} disabled={!canUndo} onClick={() => onAction({ type: 'undone' })}>
        <FormattedMessage id="captive.undo" />
      </Button>
      <Button icon={<RedoOutlined aria-hidden />} disabled={!canRedo} onClick={() => onAction({ type: 'redone' })}>
        <FormattedMessage id="captive.redo" />
      </Button>
    </Flex>
  );
});

const Panes = memo(function Panes({ pane, onChange }: { pane: Pane; onChange: (pane: Pane) => void }) {
  const intl = useIntl();
  return (
    <Segmented<Pane>
      block
      aria-label={intl.formatMessage({ id: 'captive.panes' })}
      value={pane}
      onChange={onChange}
      options={[
        { value: 'fields', label: intl.formatMessage({ id: 'captive.fields' }) },
        { value: 'preview', label: intl.formatMessage({ id: 'captive.preview' }) },
      ]}
    />
  );
});

/** The look to preview: invalid or incomplete colours and addresses fall back to the stored value. */
function presentable(stored: Look, edits: Edits): Look {
  const shown = changesOf(stored, edits).filter(({ key, value }) => (problemOf(key, value)?.id ?? 'form.too_long') === 'form.too_long');
  return { ...stored, ...Object.fromEntries(shown.map(({ key, value }) => [key, value])) };
}
