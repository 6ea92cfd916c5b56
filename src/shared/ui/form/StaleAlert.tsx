import { Button, Flex, Form, Radio, type FormInstance } from 'antd';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { differencesOf, isSame } from '../../threeWay';
import { VersionsAlert } from './VersionsAlert';

type MessageId = FormatjsIntl.Message['ids'];

/** How to show a version to the user: field labels, and texts for values that aren't strings. */
export interface Wording<V extends object> {
  labels: Partial<Record<keyof V & string, MessageId>>;
  values?: Record<string, (version: V) => ReactNode>;
}

interface StaleAlertProps<V extends object> {
  form: FormInstance<V>;
  /** The version the form started with. */
  base: V;
  /** The other user's version, and the fields that differ. */
  theirs: V;
  fields: readonly (keyof V & string)[];
  wording: Wording<V>;
  /** Called after the form's values were changed here, since `setFields` doesn't trigger `onValuesChange`. */
  onChosen: () => void;
  /** Saves the form's current values. */
  onSaveOver: () => void;
  onTakeTheirs: () => void;
}

/**
 * Shown when somebody else saved first: their changes next to the values typed here, with a choice per field. A choice is applied to the
 * form at once. Fields that weren't changed here take the other user's value by default.
 */
export function StaleAlert<V extends object>({
  form,
  base,
  theirs,
  fields,
  wording,
  onChosen,
  onSaveOver,
  onTakeTheirs,
}: StaleAlertProps<V>) {
  const id = useId();
  const now = Form.useWatch<V | undefined>([], form);
  // The values typed here, kept while the other user's are chosen.
  const [mine, setMine] = useState<V>(() => ({ ...base, ...form.getFieldsValue() }));
  const put = (field: keyof V & string, version: V) => {
    form.setFields([{ name: field as never, value: version[field], errors: [] }]);
    onChosen();
  };

  useEffect(() => {
    const typed = form.getFieldsValue();
    for (const { field, isDisputed } of differencesOf({ base, theirs, mine: { ...base, ...typed } }, fields)) {
      if (!isDisputed) form.setFields([{ name: field as never, value: theirs[field] }]);
    }
  }, [form, base, theirs, fields]);

  const isTheirs = (field: keyof V & string) => now !== undefined && isSame(now[field], theirs[field]);
  const take = (field: keyof V & string) => {
    if (now) setMine({ ...mine, [field]: now[field] });
    put(field, theirs);
  };
  const worded = (field: keyof V & string, version: V): ReactNode => {
    const text = wording.values?.[field]?.(version) ?? String(version[field]);
    return text === '' ? <FormattedMessage id="stale.empty" /> : text;
  };
  const rows = fields.map((field) => ({
    key: field,
    field: <FormattedMessage id={wording.labels[field] ?? 'stale.field'} />,
    theirs: (
      <Radio name={`${id}${field}`} checked={isTheirs(field)} onChange={() => take(field)}>
        {worded(field, theirs)}
      </Radio>
    ),
    yours: (
      <Radio name={`${id}${field}`} checked={!isTheirs(field)} onChange={() => put(field, mine)}>
        {worded(field, isTheirs(field) || !now ? mine : now)}
      </Radio>
    ),
  }));
  return (
    <VersionsAlert text="stale.text" rows={rows} table={{ style: { overflowWrap: 'anywhere' } }}>
      <Flex gap={8} wrap>
        <Button onClick={onTakeTheirs}>
          <FormattedMessage id="stale.take_theirs" />
        </Button>
        <Button danger onClick={onSaveOver}>
          <FormattedMessage id={fields.some(isTheirs) ? 'stale.save_chosen' : 'stale.save_over'} />
        </Button>
      </Flex>
    </VersionsAlert>
  );
}
