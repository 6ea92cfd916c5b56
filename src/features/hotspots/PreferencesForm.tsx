import { Alert, App, Flex, Form } from 'antd';
import { useId, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { capabilities } from '../../shared/backEnd/capabilities';
import { LeaveGuard } from '../../shared/ui/LeaveGuard';
import { SaveBar } from '../../shared/ui/SaveBar';
import { Section } from '../../shared/ui/Section';
import { PreferenceInput } from './PreferenceInput';
import {
  changedFields,
  groupsOf,
  isOffered,
  problemOf,
  shownValue,
  toWire,
  type FieldValue,
  type PreferenceField,
  type Stored,
  type Typed,
} from './preferencesForm';
import { useSaveHotspotPreferencesMutation, type NotSaved } from './api';

/**
 * All preferences of a hotspot, in groups. Holds only what was typed, so untouched fields follow changes by others. Values that could not
 * be saved stay in their field, marked (PREF-17).
 */
export function PreferencesForm({ hotspotId, stored }: { hotspotId: number; stored: Stored }) {
  const intl = useIntl();
  const { message } = App.useApp();
  const formId = useId();
  const [typed, setTyped] = useState<Typed>({});
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [notSaved, setNotSaved] = useState<NotSaved>({});
  const [save, { isLoading }] = useSaveHotspotPreferencesMutation();
  const isSending = useRef(false);
  const changed = changedFields(stored, typed);
  const failures = changed.filter(({ key }) => notSaved[key] !== undefined).length;

  const idOf = (key: string) => `${formId}${key}`;
  const focus = ({ key }: PreferenceField) => document.getElementById(idOf(key))?.focus();
  const leave = (...keys: string[]) => setLeft((before) => new Set([...before, ...keys]));

  const change = (key: string, value: FieldValue) => {
    setTyped((before) => ({ ...before, [key]: value }));
    setNotSaved((before) => without(before, [key]));
  };

  const saveAll = async () => {
    const sent = typed;
    const wrong = changed.find((field) => problemOf(field, shownValue(field, stored, sent)) !== null);
    if (wrong) {
      leave(...changed.map(({ key }) => key));
      focus(wrong);
      return;
    }
    const changes = changed.map((field) => ({ key: field.key, value: toWire(field, shownValue(field, stored, sent)) }));
    const { data: refused = {} } = await save({ id: hotspotId, changes });
    const taken = changes.map(({ key }) => key).filter((key) => refused[key] === undefined);
    setNotSaved(refused);
    // Keep what was typed while saving.
    setTyped((now) =>
      without(
        now,
        taken.filter((key) => now[key] === sent[key]),
      ),
    );
    const [first] = changed.filter(({ key }) => refused[key] !== undefined);
    if (first) focus(first);
    else void message.success(intl.formatMessage({ id: 'preferences.saved' }, { count: taken.length }));
  };

  const saveOnce = async () => {
    // The spinner renders a frame later; a second Enter could slip in before it.
    if (isSending.current) return;
    isSending.current = true;
    await saveAll();
    isSending.current = false;
  };

  const discard = () => {
    setTyped({});
    setLeft(new Set());
    setNotSaved({});
  };

  const inputOf = (field: PreferenceField) => {
    const value = shownValue(field, stored, typed);
    return (
      <PreferenceInput
        key={field.key}
        id={idOf(field.key)}
        field={field}
        value={value}
        problem={left.has(field.key) && changed.includes(field) ? problemOf(field, value) : null}
        failure={notSaved[field.key]}
        onChange={(next) => change(field.key, next)}
        onLeave={() => leave(field.key)}
      />
    );
  };

  return (
    <Form id={formId} layout="vertical" onFinish={() => void saveOnce()}>
      <LeaveGuard isDirty={changed.length > 0} />
      <Flex vertical gap={16}>
        {groupsOf(stored, capabilities().canAddPreferences).map(({ title, fields }) => {
          const plain = fields.filter(({ kind, under }) => kind !== 'switch' && under === undefined);
          const switches = fields.filter(({ kind, under }) => kind === 'switch' && under === undefined);
          return (
            <Section key={title} title={title}>
              {plain.length > 0 && <div className="form-columns">{plain.map(inputOf)}</div>}
              {switches.map((field) => {
                const under = fields.filter((other) => other.under === field.key && isOffered(other, stored, typed));
                return (
                  <div key={field.key}>
                    {inputOf(field)}
                    {under.length > 0 && (
                      <div className="form-columns" style={{ paddingInlineStart: 24 }}>
                        {under.map(inputOf)}
                      </div>
                    )}
                  </div>
                );
              })}
            </Section>
          );
        })}
        {failures > 0 && (
          <Alert type="error" showIcon role="alert" title={<FormattedMessage id="preferences.not_saved" values={{ count: failures }} />} />
        )}
      </Flex>
      <SaveBar form={formId} count={changed.length} isSaving={isLoading} onDiscard={discard} />
    </Form>
  );
}

function without<V>(values: Readonly<Record<string, V>>, keys: readonly string[]): Record<string, V> {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !keys.includes(key)));
}
