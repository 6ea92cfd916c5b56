import { RedoOutlined, UndoOutlined } from '@ant-design/icons';
import { App, Button, Flex, Form, Segmented } from 'antd';
import { useCallback, memo, useId, useMemo, useReducer, useState, type ActionDispatch, type KeyboardEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Preference } from '../../contract/preferences';
import { FailureAlert } from '../../shared/ui/FailureAlert';
import { LeaveGuard } from '../../shared/ui/LeaveGuard';
import { SaveBar } from '../../shared/ui/SaveBar';
import { useSaveHotspotPreferencesMutation, type NotSaved, type HotspotFacts } from '../hotspots/api';
import { changesOf, draftReducer, NO_DRAFT, type Draft, type DraftAction } from './lookHistory';
import { lookOf, problemOf, waysOf, type Look } from './portalLook';
import { fieldId, LookFields } from './LookFields';
import { PortalPreview } from './PortalPreview';

/**
 * Edits a portal's look next to a live preview; nothing is sent before Save. Only changed keys are sent, and refused ones stay in their
 * field, marked (CPT-15).
 */
export function PortalDesigner({ hotspot, preferences }: { hotspot: HotspotFacts; preferences: readonly Preference[] }) {
  const intl = useIntl();
  const { message } = App.useApp();
  const formId = useId();
  const [draft, dispatch] = useReducer(draftReducer, NO_DRAFT);
  const [notSaved, setNotSaved] = useState<NotSaved>({});
  const [pane, setPane] = useState<Pane>('fields');
  const [save, { isLoading, error }] = useSaveHotspotPreferencesMutation();

  const stored = useMemo(() => lookOf(preferences), [preferences]);
  const ways = useMemo(() => waysOf(preferences), [preferences]);
  const look = useMemo((): Look => ({ ...stored, ...draft.edits }), [stored, draft.edits]);
  const changes = changesOf(stored, draft);
  const shown = useMemo(() => presentable(stored, draft), [stored, draft]);

  const submit = async () => {
    dispatch({ type: 'settled' });
    const wrong = changes.find(({ key, value }) => problemOf(key, value));
    if (wrong) {
      setPane('fields');
      document.getElementById(fieldId(formId, wrong.key))?.focus();
      return;
    }
    if (changes.length === 0 || isLoading) return;
    const { data: refused } = await save({ id: hotspot.id, changes });
    if (!refused) return;
    setNotSaved(refused);
    const taken = changes.filter(({ key }) => refused[key] === undefined).map(({ key, value }) => [key, value] as const);
    dispatch({ type: 'saved', taken: Object.fromEntries(taken) });
    if (taken.length === changes.length) void message.success(intl.formatMessage({ id: 'captive.saved' }));
  };
  const discard = useCallback(() => {
    setNotSaved({});
    dispatch({ type: 'discarded' });
  }, []);
  const undoByKey = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return;
    // The browser's undo covers a single field and loses track of the others.
    event.preventDefault();
    dispatch({ type: key === 'y' || event.shiftKey ? 'redone' : 'undone' });
  };

  const stillNotSaved = Object.keys(notSaved).filter((key) => changes.some((change) => change.key === key));
  const [firstReason] = stillNotSaved.flatMap((key) => notSaved[key] ?? []);
  const failure = error ?? firstReason;
  return (
    <>
      <LeaveGuard isDirty={changes.length > 0} />
      <div className="designer-panes not-on-paper">
        <Panes pane={pane} onChange={setPane} />
      </div>
      <div className={pane === 'preview' ? 'designer shows-preview' : 'designer'}>
        <Form id={formId} className="designer-fields not-on-paper" layout="vertical" onFinish={() => void submit()} onKeyDown={undoByKey}>
          <Steps canUndo={draft.past.length > 0} canRedo={draft.future.length > 0} dispatch={dispatch} />
          <LookFields formId={formId} stored={stored} look={look} draft={draft} notSaved={stillNotSaved} dispatch={dispatch} />
        </Form>
        <div className="designer-preview">
          <PortalPreview look={shown} ways={ways} hotspot={hotspot} />
        </div>
      </div>
      {failure && changes.length > 0 && <FailureAlert title="captive.not_saved" error={failure} />}
      <SaveBar form={formId} count={changes.length} isSaving={isLoading} onDiscard={discard} />
    </>
  );
}

interface StepsProps {
  canUndo: boolean;
  canRedo: boolean;
  dispatch: ActionDispatch<[DraftAction]>;
}

const Steps = memo(function Steps({ canUndo, canRedo, dispatch }: StepsProps) {
  return (
    <Flex gap={8} style={{ marginBottom: 16 }}>
      <Button icon={<UndoOutlined aria-hidden />} disabled={!canUndo} onClick={() => dispatch({ type: 'undone' })}>
        <FormattedMessage id="captive.undo" />
      </Button>
      <Button icon={<RedoOutlined aria-hidden />} disabled={!canRedo} onClick={() => dispatch({ type: 'redone' })}>
        <FormattedMessage id="captive.redo" />
      </Button>
    </Flex>
  );
});

/** On narrow screens only one pane shows at a time. */
type Pane = 'fields' | 'preview';

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

/** The look to preview: invalid or half-typed colours and addresses fall back to the stored value. */
function presentable(stored: Look, draft: Draft): Look {
  const shown = changesOf(stored, draft).filter(({ key, value }) => (problemOf(key, value)?.id ?? 'form.too_long') === 'form.too_long');
  return { ...stored, ...Object.fromEntries(shown.map(({ key, value }) => [key, value])) };
}
