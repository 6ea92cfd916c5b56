import { Form, Input, Select } from 'antd';
import { useEffect, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Disclaimer } from '../../contract/disclaimers';
import { BUSINESS_FIELDS, HOTSPOT_FIELDS } from '../../contract/plain/hotspotFields';
import { HOTSPOT_NAME, MAX_LENGTH } from '../../contract/plain/wire';
import { useListAccountPreferencesQuery, useListDisclaimersQuery } from '../disclaimers/api';
import { DescribedText } from '../../shared/ui/form/DescribedText';
import { atMost, required } from '../../shared/ui/form/rules';
import { vatRule } from '../../shared/ui/form/vatRule';
import { identifierOf, withoutSpaces } from '../../shared/identifier';
import { existingDisclaimer } from '../../shared/existingDisclaimer';
import { offersDisclaimers, type HotspotForm } from './hotspotForm';
import spacingStyles from '../../shared/ui/page/spacing.module.css';
import { classes } from '../../shared/ui/plain/classes';

const isName = { pattern: HOTSPOT_NAME, message: <FormattedMessage id="hotspots.name_hint" /> };

const VAT = { validateFirst: true, moreRules: [vatRule] };

/** The fields of the create and modify dialogs. A new one's name is proposed from the description, which comes first. */
export function HotspotFields({ ownerId, isNew }: { ownerId: number; isNew: boolean }) {
  const form = Form.useFormInstance<HotspotForm>();
  const proposed = useRef('');
  // Proposes a name until the user has typed another.
  const propose = (description: string) => {
    const name = form.getFieldValue('name') as string;
    if (name !== '' && name !== proposed.current) return;
    proposed.current = identifierOf(description, MAX_LENGTH.name);
    form.setFieldValue('name', proposed.current);
  };
  const name = (
    <Form.Item<HotspotForm>
      name="name"
      label={<FormattedMessage id="hotspots.name" />}
      extra={isNew && <FormattedMessage id="hotspots.name_hint" />}
      normalize={withoutSpaces}
      rules={isNew ? [required, isName, atMost(MAX_LENGTH.name)] : []}
    >
      {isNew ? (
        <Input autoCapitalize="none" spellCheck={false} />
      ) : (
        <Input readOnly variant="borderless" className={classes(spacingStyles.noPaddingInline)} />
      )}
    </Form.Item>
  );
  return (
    <>
      {!isNew && name}
      <Form.Item<HotspotForm>
        name="description"
        label={<FormattedMessage id="hotspots.description" />}
        rules={[required, atMost(MAX_LENGTH.description)]}
      >
        <Input.TextArea autoSize={{ minRows: 1, maxRows: 6 }} onChange={({ target }) => isNew && propose(target.value)} />
      </Form.Item>
      {isNew && name}
      <div className="form-columns">
        {BUSINESS_FIELDS.map((name) => (
          <DescribedText
            key={name}
            name={name}
            label={`hotspots.${name}`}
            field={HOTSPOT_FIELDS[name]}
            {...(name === 'business_vat' && VAT)}
          />
        ))}
        <DisclaimerFields ownerId={ownerId} isNew={isNew} />
      </div>
    </>
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
      if (id !== 0 && !form.isFieldTouched(field)) form.setFields([{ name: field, value: id, touched: false }]);
    }
  }, [form, preferences, disclaimers]);
}
