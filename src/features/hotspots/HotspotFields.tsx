import { Form, Input, Select } from 'antd';
import { useEffect } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Disclaimer } from '../../contract/disclaimers';
import type { TextField as Field } from '../../contract/fields';
import { BUSINESS_FIELDS, HOTSPOT_FIELDS } from '../../contract/hotspotFields';
import { EMAIL, HOTSPOT_NAME, MAX_LENGTH } from '../../contract/wire';
import { useListAccountPreferencesQuery, useListDisclaimersQuery } from '../accounts/api';
import { vatRule } from '../../shared/ui/form/vatRule';
import { existingDisclaimer } from '../../shared/existingDisclaimer';
import { offersDisclaimers, type HotspotForm } from './hotspotForm';

const required = { required: true, whitespace: true, message: <FormattedMessage id="form.required" /> };
const isEmail = { pattern: EMAIL, message: <FormattedMessage id="form.email" /> };
const atMost = (max: number) => ({ max, message: <FormattedMessage id="form.too_long" values={{ max }} /> });
const isName = { pattern: HOTSPOT_NAME, message: <FormattedMessage id="hotspots.name_hint" /> };

/** The fields of the create and modify dialogs. */
export function HotspotFields({ ownerId, isNew }: { ownerId: number; isNew: boolean }) {
  return (
    <>
      <Form.Item<HotspotForm>
        name="name"
        label={<FormattedMessage id="hotspots.name" />}
        extra={isNew && <FormattedMessage id="hotspots.name_hint" />}
        rules={isNew ? [required, isName, atMost(MAX_LENGTH.name)] : []}
      >
        {isNew ? <Input autoCapitalize="none" spellCheck={false} /> : <Input readOnly variant="borderless" style={{ paddingInline: 0 }} />}
      </Form.Item>
      <Form.Item<HotspotForm>
        name="description"
        label={<FormattedMessage id="hotspots.description" />}
        rules={[required, atMost(MAX_LENGTH.description)]}
      >
        <Input.TextArea autoSize={{ minRows: 1, maxRows: 6 }} />
      </Form.Item>
      <div className="form-columns">
        {BUSINESS_FIELDS.map((name) => (
          <TextField key={name} name={name} />
        ))}
        <DisclaimerFields ownerId={ownerId} isNew={isNew} />
      </div>
    </>
  );
}

/** A text of the business. */
function TextField({ name }: { name: (typeof BUSINESS_FIELDS)[number] }) {
  const { max, pattern, isRequired, autoComplete }: Field = HOTSPOT_FIELDS[name];
  const isMail = pattern === EMAIL;
  return (
    <Form.Item<HotspotForm>
      name={name}
      label={<FormattedMessage id={`hotspots.${name}`} />}
      validateFirst={name === 'business_vat'}
      rules={[...(isRequired ? [required] : []), isMail ? isEmail : atMost(max), ...(name === 'business_vat' ? [vatRule] : [])]}
    >
      <Input {...(isMail && { type: 'email' })} autoComplete={autoComplete} />
    </Form.Item>
  );
}

/** Chooses the disclaimers that guests see: the owner's, or the default ones. */
function DisclaimerFields({ ownerId, isNew }: { ownerId: number; isNew: boolean }) {
  const intl = useIntl();
  const { data: disclaimers = [] } = useListDisclaimersQuery(ownerId);
  useOwnDefaults(ownerId, disclaimers, isNew);
  if (!offersDisclaimers(disclaimers, isNew)) {
    // Hidden fields, so that the stored values are still submitted.
    return (
      <>
        <Form.Item name="privacy_disclaimer_id" hidden>
          <Input type="hidden" />
        </Form.Item>
        <Form.Item name="tos_disclaimer_id" hidden>
          <Input type="hidden" />
        </Form.Item>
      </>
    );
  }
  const choices = (type: Disclaimer['type']) => [
    { value: 0, label: intl.formatMessage({ id: 'hotspots.default_disclaimer' }) },
    ...disclaimers.filter((disclaimer) => disclaimer.type === type).map(({ id, title }) => ({ value: id, label: title })),
  ];
  return (
    <>
      <Form.Item<HotspotForm> name="privacy_disclaimer_id" label={<FormattedMessage id="hotspots.privacy_disclaimer" />}>
        <Select options={choices('privacy')} />
      </Form.Item>
      <Form.Item<HotspotForm> name="tos_disclaimer_id" label={<FormattedMessage id="hotspots.tos_disclaimer" />}>
        <Select options={choices('tos')} />
      </Form.Item>
    </>
  );
}

const DEFAULTS = [
  { field: 'privacy_disclaimer_id', key: 'custom_disclaimers_privacy' },
  { field: 'tos_disclaimer_id', key: 'custom_disclaimers_terms' },
] as const;

/** Preselects the default disclaimers from the owner's profile (PRV-11), unless the user has already chosen others. */
function useOwnDefaults(ownerId: number, disclaimers: readonly Disclaimer[], isNew: boolean) {
  const form = Form.useFormInstance<HotspotForm>();
  const { data: preferences } = useListAccountPreferencesQuery(ownerId, { skip: !isNew || disclaimers.length === 0 });
  useEffect(() => {
    for (const { field, key } of DEFAULTS) {
      const id = existingDisclaimer(preferences?.find((preference) => preference.key === key)?.value, disclaimers);
      if (id !== 0 && !form.isFieldTouched(field)) form.setFieldValue(field, id);
    }
  }, [form, preferences, disclaimers]);
}
