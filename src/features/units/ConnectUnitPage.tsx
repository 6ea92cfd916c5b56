import { Alert, Button, Flex, Form, Input, Select, Typography } from 'antd';
import { FormattedMessage, useIntl } from 'react-intl';
import { useParams, useSearchParams } from 'react-router-dom';
import type { LiveUnit, UnitRadius as RadiusState } from '../../contract/units';
import { UNIT_KINDS } from '../../contract/plain/wire';
import { isMissing } from '../../shared/failure';
import { Breadcrumbs } from '../../shared/ui/page/Breadcrumbs';
import { NoSuch } from '../../shared/ui/feedback/NoSuch';
import { paths } from '../../shared/paths';
import { FailureAlert } from '../../shared/ui/feedback/FailureAlert';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed';
import { PageHead } from '../../shared/ui/page/PageHead';
import { Section } from '../../shared/ui/page/Section';
import { useTitle } from '../../shared/ui/page/useTitle';
import { ConnectionStatus } from './ConnectionStatus';
import { unitKindName } from './unitKinds';
import { useGetUnitQuery, useUpdateUnitMutation } from './api';
import { LoadingRows } from '../../shared/ui/feedback/LoadingRows';
import styles from './ConnectUnitPage.module.css';
import { classes } from '../../shared/ui/plain/classes';
import { SettingsWithSecret, hasScript, isOnlyHere } from './UnitSettings';

/** Milliseconds between two checks of whether the unit has been heard. */
const LOOK_EVERY = 3000;

/** Guides through setting up a unit: its type, what to enter there, and whether it works. */
export function ConnectUnitPage() {
  const id = Number(useParams().id);
  const isId = Number.isSafeInteger(id);
  const {
    currentData: unit,
    error,
    refetch,
  } = useGetUnitQuery(id, { skip: !isId, pollingInterval: LOOK_EVERY, skipPollingIfUnfocused: true });
  useTitle('units.connect', unit?.name);

  if (!isId || isMissing(error)) return <NoSuch of="units" to={paths.units.to()} link="units.to_list" />;
  if (error && !unit) return <LoadFailed message="units.load_one_failed" onRetry={refetch} />;
  if (!unit) return <LoadingRows rows={8} />;
  return (
    <>
      <Breadcrumbs
        above={[
          { to: paths.units.to(), title: <FormattedMessage id="units.title" /> },
          { to: paths.unit.to(id), title: unit.name },
        ]}
        here={<FormattedMessage id="units.connect" />}
      />
      <PageHead title={<FormattedMessage id="units.connect_title" values={{ name: unit.name }} />} />
      {unit.radius ? <Steps unit={unit} radius={unit.radius} /> : <NotListening />}
    </>
  );
}

function NotListening() {
  return (
    <Alert
      type="warning"
      showIcon
      title={<FormattedMessage id="units.not_listening" />}
      description={<FormattedMessage id="units.not_listening_sub" />}
    />
  );
}

function Steps({ unit, radius }: { unit: LiveUnit; radius: RadiusState }) {
  const intl = useIntl();
  const [address, setAddress] = useSearchParams();
  const [update, { error, isLoading }] = useUpdateUnitMutation();
  const chosen = UNIT_KINDS.find((one) => one === address.get('kind'));
  const kind = chosen ?? UNIT_KINDS.find((one) => one === (radius.kind || radius.heard?.kind));
  const host = address.get('server') ?? window.location.hostname;
  const enter = (name: 'kind' | 'server', value: string) =>
    setAddress((before) => ({ ...Object.fromEntries(before), [name]: value }), { replace: true });
  return (
    <Flex vertical gap={16}>
      <Section title="units.connect_what">
        <Form noValidate layout="vertical" className={classes(styles.form)}>
          {error && <FailureAlert title="units.update_error_title" text="units.radius_error_sub" error={error} />}
          <Form.Item label={<FormattedMessage id="units.type" />} htmlFor="connect-kind">
            <Select
              id="connect-kind"
              {...(kind && { value: kind })}
              placeholder={intl.formatMessage({ id: 'units.connect_choose' })}
              options={UNIT_KINDS.map((value) => ({
                value,
                label: unitKindName(value, intl.formatMessage({ id: 'units.type_generic' })),
              }))}
              onChange={(value) => enter('kind', value)}
            />
          </Form.Item>
          {chosen && chosen !== radius.kind && (
            <Form.Item extra={<FormattedMessage id="units.connect_unsaved" />}>
              <Button type="primary" loading={isLoading} onClick={() => void update({ id: unit.id, change: { kind: chosen } })}>
                <FormattedMessage id="units.connect_save" />
              </Button>
            </Form.Item>
          )}
          <Form.Item
            label={<FormattedMessage id="units.connect_server" />}
            htmlFor="connect-server"
            {...(isOnlyHere(host) && { validateStatus: 'warning' as const })}
            extra={<FormattedMessage id={isOnlyHere(host) ? 'units.connect_server_local' : 'units.connect_server_hint'} />}
          >
            <Input
              id="connect-server"
              value={host}
              autoComplete="off"
              spellCheck={false}
              onChange={({ target }) => enter('server', target.value.trim())}
            />
          </Form.Item>
        </Form>
      </Section>
      <Section title="units.connect_enter">
        {kind ? (
          <SettingsWithSecret kind={kind} unit={unit} radius={radius} host={host} />
        ) : (
          <Typography.Text type="secondary">
            <FormattedMessage id="units.connect_first" />
          </Typography.Text>
        )}
      </Section>
      <Section title="units.connect_check">
        {/* Units with our script identify by the address that they call, not by NAS-Identifier. */}
        <ConnectionStatus radius={radius} nasIdentifier={hasScript(kind) ? null : unit.uuid} />
      </Section>
    </Flex>
  );
}
