import { Checkbox, Form, Input, Select } from 'antd';
import { FormattedMessage, useIntl } from 'react-intl';
import { COA_PORT, HTTP_PROOFS, UNIT_KINDS, type HttpProof, type UnitKind } from '../../contract/plain/wire';
import type { DialogProps } from '../../shared/dialogs';
import { FormDialog } from '../../shared/ui/dialog/FormDialog';
import { useFinish } from '../../shared/ui/dialog/useFinish';
import { NumberInput } from '../../shared/ui/form/NumberInput';
import { unitKindName } from './unitKinds';
import { useGetUnitQuery, useUpdateUnitMutation } from './api';
import { untilRead } from '../../shared/ui/feedback/untilRead';

interface RadiusForm {
  kind: UnitKind | '';
  address: string;
  may_be_unsigned: boolean;
  coa_port: number | null;
  http_proof: HttpProof;
}

const MAX_PORT = 65_535;

/** Sets how RADIUS recognises a unit, and the exception for units that can't sign their requests. */
export function UnitRadiusDialog({ args: { id }, onClose }: DialogProps<'units/radius'>) {
  const intl = useIntl();
  const finish = useFinish(onClose);
  const [form] = Form.useForm<RadiusForm>();
  const { data: unit, isError, refetch } = useGetUnitQuery(id, { refetchOnMountOrArgChange: true });
  const [update, { isLoading, error }] = useUpdateUnitMutation();
  const { kind = '', address = '', may_be_unsigned = false, coa_port = COA_PORT, http_proof = 'address' } = unit?.radius ?? {};
  const options = [
    { value: '' as const, label: intl.formatMessage({ id: 'units.type_by_itself' }) },
    ...UNIT_KINDS.map((value) => ({ value, label: unitKindName(value, intl.formatMessage({ id: 'units.type_generic' })) })),
  ];

  const submit = async (typed: RadiusForm) => {
    const fixed = typed.address.trim();
    return finish(
      await update({
        id,
        change: { ...typed, address: fixed, may_be_unsigned: fixed !== '' && typed.may_be_unsigned, coa_port: typed.coa_port ?? COA_PORT },
      }),
      'units.saved',
      { name: unit?.name ?? '' },
    );
  };
  return (
    <FormDialog<RadiusForm>
      title="units.radius_settings"
      submit="common.save"
      form={form}
      initialValues={{ kind, address, may_be_unsigned, coa_port, http_proof }}
      firstField="address"
      onSubmit={submit}
      onClose={onClose}
      isRunning={isLoading}
      error={error}
      failure={{ title: 'units.update_error_title', text: 'units.radius_error_sub' }}
      refused={{ address: 'units.address_wrong' }}
      instead={untilRead({ data: unit, isError, isFetching: false, refetch }, 'units.load_one_failed', 4)}
    >
      <Form.Item<RadiusForm> name="kind" label={<FormattedMessage id="units.type" />}>
        <Select options={options} />
      </Form.Item>
      <Form.Item<RadiusForm>
        name="address"
        label={<FormattedMessage id="units.fixed_address" />}
        extra={<FormattedMessage id="units.fixed_address_hint" />}
      >
        <Input autoComplete="off" spellCheck={false} placeholder="203.0.113.7" />
      </Form.Item>
      <Form.Item<RadiusForm> dependencies={['address']} noStyle>
        {({ getFieldValue }) => (
          <Form.Item<RadiusForm>
            name="may_be_unsigned"
            valuePropName="checked"
            extra={<FormattedMessage id="units.may_be_unsigned_hint" />}
          >
            <Checkbox disabled={String(getFieldValue('address') ?? '').trim() === ''}>
              <FormattedMessage id="units.may_be_unsigned" />
            </Checkbox>
          </Form.Item>
        )}
      </Form.Item>
      <Form.Item<RadiusForm>
        name="coa_port"
        label={<FormattedMessage id="units.coa_port" />}
        extra={<FormattedMessage id="units.coa_port_hint" />}
        rules={[
          {
            type: 'integer',
            min: 1,
            max: MAX_PORT,
            message: <FormattedMessage id="units.coa_port_range" values={{ max: String(MAX_PORT) }} />,
          },
        ]}
      >
        <NumberInput precision={0} isGrouped={false} placeholder={String(COA_PORT)} />
      </Form.Item>
      {unit?.radius?.has_http && (
        <Form.Item<RadiusForm>
          name="http_proof"
          label={<FormattedMessage id="units.http_proof" />}
          extra={<FormattedMessage id="units.http_proof_hint" />}
        >
          <Select options={HTTP_PROOFS.map((value) => ({ value, label: intl.formatMessage({ id: `units.http_proof_${value}` }) }))} />
        </Form.Item>
      )}
    </FormDialog>
  );
}
