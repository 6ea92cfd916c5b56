import { MAC_ADDRESS, toWireMac } from '../../contract/plain/macAddress';
import CopyOutlined from '@ant-design/icons/CopyOutlined';
import { Alert, App, Button, Flex, Form, Input } from 'antd';
import { useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { capabilities } from '../../shared/backEnd/capabilities';
import type { DialogProps } from '../../shared/dialogs';
import { failureOf } from '../../shared/failure';
import { useIdempotentMutation } from '../../shared/idempotencyKey';
import { paths } from '../../shared/paths';
import { Dialog } from '../../shared/ui/dialog/Dialog';
import { CodeText, Facts } from '../../shared/ui/facts/Facts';
import { FormDialog } from '../../shared/ui/dialog/FormDialog';
import { useCopy } from '../../shared/ui/feedback/useCopy';
import { selectUser } from '../auth/slice';
import { ChosenHotspot } from '../hotspots/HotspotPicker';
import { NameFields, namesOfUnit, trimmedNames, type UnitNames } from './NameFields';
import { randomCode } from './unitCode';
import { useCreateUnitMutation, useListUnitsQuery } from './api';
import spacingStyles from '../../shared/ui/page/spacing.module.css';
import { classes } from '../../shared/ui/plain/classes';

const MAC_EXAMPLE = '00-11-22-AA-BB-CC';

interface UnitForm extends UnitNames {
  hotspotId: number;
  mac_address: string;
}

/** A unit's identity, and the secret that proves it. */
interface Keys {
  uuid: string;
  secret: string;
}

/** Registers an access point, then shows what to enter into it. Its UUID and secret are generated here. */
export function RegisterUnitDialog({ args: { hotspotId }, onClose }: DialogProps<'units/register'>) {
  const intl = useIntl();
  const { message } = App.useApp();
  const [form] = Form.useForm<UnitForm>();
  const [keys] = useState<Keys>(() => ({ uuid: randomCode(), secret: randomCode() }));
  const [registered, setRegistered] = useState<number | null>(null);
  const [create, { isLoading, error }] = useIdempotentMutation(useCreateUnitMutation());
  const isOverQuota = error !== undefined && failureOf(error).kind === 'forbidden' && /quota/i.test(failureOf(error).message);

  const submit = async ({ hotspotId: chosen, mac_address, ...typed }: UnitForm) => {
    const names = trimmedNames(typed);
    const outcome = await create({ hotspot_id: chosen, mac_address: toWireMac(mac_address), ...names, ...keys });
    if (outcome.error) return outcome.error;
    void message.success(intl.formatMessage({ id: 'units.registered' }, { name: names.name }));
    setRegistered(outcome.data.id);
    return undefined;
  };
  if (registered !== null) return <UnitCredentials unitId={registered} keys={keys} onClose={onClose} />;
  return (
    <FormDialog<UnitForm>
      title="units.register"
      submit="units.register"
      form={form}
      initialValues={{ hotspotId, ...namesOfUnit(), mac_address: '' }}
      onSubmit={submit}
      onClose={onClose}
      isRunning={isLoading}
      error={error}
      failure={{ title: 'units.create_error_title', text: isOverQuota ? 'units.over_quota' : 'units.create_error_sub' }}
      duplicate={{ field: 'mac_address', message: 'units.duplicate' }}
    >
      <PlanLimit />
      <Form.Item<UnitForm>
        name="hotspotId"
        label={<FormattedMessage id="hotspots.one" />}
        valuePropName="value"
        trigger="onChoose"
        validateTrigger="onChoose"
        required
        rules={[{ type: 'number', min: 1, message: <FormattedMessage id="units.choose_hotspot" /> }]}
      >
        <ChosenHotspot />
      </Form.Item>
      <NameFields />
      <Form.Item<UnitForm>
        name="mac_address"
        label={<FormattedMessage id="units.mac_address" />}
        rules={[{ required: true, pattern: MAC_ADDRESS, message: <FormattedMessage id="units.mac_hint" /> }]}
      >
        <Input autoComplete="off" spellCheck={false} placeholder={MAC_EXAMPLE} />
      </Form.Item>
      <Facts
        facts={[
          { label: 'units.uuid', value: <CodeText text={keys.uuid} /> },
          { label: 'units.secret', value: <CodeText text={keys.secret} /> },
        ]}
      />
    </FormDialog>
  );
}

/** How many units a reseller has and how many its plan allows (UNT-09). */
function PlanLimit() {
  const user = useSelector(selectUser);
  const isReseller = user?.account_type === 'reseller';
  const { data } = useListUnitsQuery({ page: 1, limit: 1 }, { skip: !isReseller });
  const most = user?.subscription?.subscription_plan.max_units ?? 0;
  if (!isReseller || most === 0) return null;
  return (
    <Alert
      type={data && data.total >= most ? 'warning' : 'info'}
      showIcon
      className={classes(spacingStyles.below16)}
      title={<FormattedMessage id="units.plan_limit" values={{ most, count: data?.total ?? 0 }} />}
    />
  );
}

/** The settings to enter into the access point; the secret is shown to admins and resellers only. */
function UnitCredentials({ unitId, keys, onClose }: { unitId: number; keys: Keys; onClose: () => void }) {
  const intl = useIntl();
  const text = useRef<HTMLDivElement>(null);
  const copy = useCopy(text);
  const lines = [
    `${intl.formatMessage({ id: 'units.uuid' })}: ${keys.uuid}`,
    `${intl.formatMessage({ id: 'units.secret' })}: ${keys.secret}`,
  ];
  return (
    <Dialog
      title={<FormattedMessage id="units.type_these_title" />}
      onCancel={onClose}
      footer={
        <Flex gap={8} justify="end" wrap>
          <Button onClick={onClose}>
            <FormattedMessage id="common.close" />
          </Button>
          <Button type="primary" icon={<CopyOutlined aria-hidden />} onClick={() => void copy(lines.join('\n'))}>
            <FormattedMessage id="units.copy_these" />
          </Button>
        </Flex>
      }
    >
      <p>
        <FormattedMessage id="units.type_these" />
      </p>
      <div ref={text}>
        <Facts
          facts={[
            { label: 'units.uuid', value: <CodeText text={keys.uuid} /> },
            { label: 'units.secret', value: <CodeText text={keys.secret} /> },
          ]}
        />
      </div>
      {capabilities().canConnectUnits && (
        <Link to={paths.connectUnit.to(unitId)} onClick={onClose}>
          <FormattedMessage id="units.connect_how" />
        </Link>
      )}
    </Dialog>
  );
}
