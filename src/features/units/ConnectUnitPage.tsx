import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import { Alert, Button, Flex, Form, Input, Select, Skeleton, Typography } from 'antd';
import { useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useParams, useSearchParams } from 'react-router-dom';
import type { LiveUnit, UnitRadius as Told, UnitSecret } from '../../contract/units';
import { UNIT_KINDS, type UnitKind } from '../../contract/plain/wire';
import type { Connection, Screen, SettingsFile } from '../../gateways/gateway';
import { GATEWAYS } from '../../gateways/gateways';
import { consoleConfig } from '../../shared/config';
import { isMissing } from '../../shared/failure';
import { Breadcrumbs } from '../../shared/ui/page/Breadcrumbs';
import { NoSuch } from '../../shared/ui/feedback/NoSuch';
import { paths } from '../../shared/paths';
import { saveFile } from '../../shared/saveFile';
import { isReplaying } from '../../shared/replaying';
import { secretBehind } from '../../shared/secrets';
import { CodeText } from '../../shared/ui/facts/Facts';
import { FailureAlert } from '../../shared/ui/feedback/FailureAlert';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed';
import { PageHead } from '../../shared/ui/page/PageHead';
import { Section } from '../../shared/ui/page/Section';
import { useTitle } from '../../shared/ui/page/useTitle';
import { ConnectionStatus } from './ConnectionStatus';
import { unitKindName } from './unitKinds';
import { useGetUnitQuery, useGetUnitSecretQuery, useUpdateUnitMutation } from './api';
import factsStyles from '../../shared/ui/facts/Facts.module.css';
import styles from './ConnectUnitPage.module.css';
import { classes } from '../../shared/ui/plain/classes';
import spacingStyles from '../../shared/ui/page/spacing.module.css';

/** Polling interval for whether the unit has been heard, in milliseconds. */
const LOOK_EVERY = 3000;

/** Default RADIUS ports, used if this server isn't the one that listens. */
const USUAL_PORTS = { authentication: 1812, accounting: 1813, tls: null };

/** Guides through setting up a unit: its kind, what to enter into it, and whether that works. */
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
  if (!unit) return <Skeleton active title={false} paragraph={{ rows: 8 }} />;
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

function Steps({ unit, radius }: { unit: LiveUnit; radius: Told }) {
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
        {/* A script of ours calls an address of its own instead. */}
        <ConnectionStatus radius={radius} nasIdentifier={hasScript(kind) ? null : unit.uuid} />
      </Section>
    </Flex>
  );
}

interface SettingsProps {
  kind: UnitKind;
  unit: LiveUnit;
  radius: Told;
  host: string;
}

/** Each call is an entry in the audit trail. */
const ONCE = { refetchOnReconnect: false, refetchOnMountOrArgChange: true };

/** The settings contain the unit's secrets, which our server sends on demand only. */
function SettingsWithSecret(props: SettingsProps) {
  const { data, isError, refetch } = useGetUnitSecretQuery(props.unit.id, ONCE);
  if (isError) return <LoadFailed message="units.secret_failed" onRetry={refetch} />;
  return data ? <Settings {...props} secrets={data} /> : <Skeleton active title={false} paragraph={{ rows: 4 }} />;
}

function Settings({
  kind,
  unit: { name, uuid },
  radius: { ports, has_http, coa_port: coaPort, garden_hosts: gardenHosts, portal, server },
  host,
  secrets: { secret: reference, faskey },
}: SettingsProps & { secrets: UnitSecret }) {
  const secret = secretBehind(reference) ?? '';
  const digest = useDigest(has_http && kind === 'coovachilli' ? secret + uuid : null);
  // A recording has references in the place of secrets, and nothing behind them.
  if (secret === '' && reference !== '' && isReplaying())
    return <Alert type="info" showIcon title={<FormattedMessage id="units.connect_recorded" />} />;
  if (secret === '') return <Alert type="warning" showIcon title={<FormattedMessage id="units.connect_no_secret" />} />;
  const connection: Connection = {
    ...{ name, uuid, secret, host, ports: ports ?? USUAL_PORTS, coaPort },
    ...{ httpBase: digest === '' ? null : httpBaseAt(host), digest },
    ...{ faskey: (faskey !== null && secretBehind(faskey)) || '', gardenHosts, portal, server },
  };
  const { of: settingsOf, instructions } = GATEWAYS[kind].settings;
  const { files, screens } = settingsOf(connection);
  return (
    <Flex vertical gap={16}>
      {/* A script of ours also calls the server directly. */}
      <PortalAddress kind={kind} portal={hasScript(kind) && server === null ? null : portal} />
      {hasScript(kind) && connection.faskey === '' && (
        <Alert type="warning" showIcon title={<FormattedMessage id="units.connect_no_opennds" />} />
      )}
      {files.length > 0 && instructions && (
        <Typography.Paragraph className={classes(spacingStyles.flush)}>
          <FormattedMessage id={instructions(files.length)} />
        </Typography.Paragraph>
      )}
      {files.map((file) => (
        <FileText key={file.name} file={file} />
      ))}
      {screens.length > 0 && (
        <Typography.Paragraph className={classes(spacingStyles.flush)}>
          <FormattedMessage id="units.connect_fields" />
        </Typography.Paragraph>
      )}
      {screens.map((screen) => (
        <ScreenFields key={screen.path} screen={screen} />
      ))}
    </Flex>
  );
}

const hasScript = (kind: UnitKind | undefined) => kind !== undefined && GATEWAYS[kind].protocol === 'script';

/** Where guests of this unit log in, or what is missing for that. */
function PortalAddress({ kind, portal }: { kind: UnitKind; portal: string | null }) {
  if (GATEWAYS[kind].portal === 'own_pages')
    return <Alert type="info" showIcon title={<FormattedMessage id="units.connect_own_pages" />} />;
  if (portal !== null)
    return (
      <dl className={factsStyles.facts}>
        <div>
          <dt>
            <FormattedMessage id="units.connect_portal" />
          </dt>
          <dd>
            <CodeText text={portal} />
          </dd>
        </div>
      </dl>
    );
  return (
    <Alert
      type="warning"
      showIcon
      title={<FormattedMessage id="units.connect_no_portal" />}
      description={<FormattedMessage id="units.connect_no_portal_sub" />}
    />
  );
}

function FileText({ file: { name, text } }: { file: SettingsFile }) {
  return (
    <div>
      <Flex justify="space-between" align="center" gap={8} wrap>
        <code>{name}</code>
        <Flex gap={8}>
          <Typography.Text copyable={{ text, tabIndex: 0 }} />
          <Button
            size="small"
            icon={<DownloadOutlined aria-hidden />}
            onClick={() => saveFile(name, new Blob([text], { type: 'text/plain' }))}
          >
            <FormattedMessage id="units.connect_download" values={{ name }} />
          </Button>
        </Flex>
      </Flex>
      <pre className={styles.settingsFile} aria-label={name}>
        {text}
      </pre>
    </div>
  );
}

/** Names of a unit's own screens and fields. Kept in English, since manufacturers don't translate them everywhere. */
function ScreenFields({ screen: { path, fields } }: { screen: Screen }) {
  return (
    <div>
      <h3 lang="en" className={styles.title}>
        {path}
      </h3>
      <dl className={factsStyles.facts}>
        {fields.map(([name, value]) => (
          <div key={name}>
            <dt lang="en">{name}</dt>
            <dd>{value === 'on' ? <FormattedMessage id="units.connect_on" /> : <CodeText text={value} />}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Browsers have no MD5, and few units need it, so load it on demand. '' until it is loaded, and for null. */
function useDigest(text: string | null): string {
  const [digest, setDigest] = useState({ of: '', is: '' });
  useEffect(() => {
    if (text === null) return undefined;
    let isWanted = true;
    void import('js-md5').then(({ md5 }) => {
      if (isWanted) setDigest({ of: text, is: md5(text) });
    });
    return () => {
      isWanted = false;
    };
  }, [text]);
  return text !== null && digest.of === text ? digest.is : '';
}

/** On another machine, these addresses would reach the unit itself. */
const isOnlyHere = (host: string) => /^(localhost|127\.[\d.]+|\[?::1\]?|)$/.test(host);

/** Base URL of /wax: on the console's own server unless configured otherwise. */
function httpBaseAt(host: string): string {
  const base = new URL(consoleConfig().wax_base || '/', window.location.href);
  if (base.hostname === window.location.hostname) base.hostname = host;
  return base.href.replace(/\/$/, '');
}
