import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import { Alert, Button, Flex, Typography } from 'antd';
import { useEffect, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { LiveUnit, UnitRadius as RadiusState, UnitSecret } from '../../contract/units';
import type { UnitKind } from '../../contract/plain/wire';
import type { Connection, Screen, SettingsFile } from '../../gateways/gateway';
import { GATEWAYS } from '../../gateways/gateways';
import { consoleConfig } from '../../shared/config';
import { saveFile } from '../../shared/saveFile';
import { isReplaying } from '../../shared/replaying';
import { secretBehind } from '../../shared/secrets';
import { CodeText } from '../../shared/ui/facts/Facts';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed';
import { useGetUnitSecretQuery } from './api';
import { LoadingRows } from '../../shared/ui/feedback/LoadingRows';
import factsStyles from '../../shared/ui/facts/Facts.module.css';
import styles from './ConnectUnitPage.module.css';
import { classes } from '../../shared/ui/plain/classes';
import spacingStyles from '../../shared/ui/page/spacing.module.css';

/** Default RADIUS ports, used if this server isn't the one that listens. */
const USUAL_PORTS = { authentication: 1812, accounting: 1813, tls: null };

interface SettingsProps {
  kind: UnitKind;
  unit: LiveUnit;
  radius: RadiusState;
  host: string;
}

/** Each call is recorded in the audit trail. */
const ONCE = { refetchOnReconnect: false, refetchOnMountOrArgChange: true };

/** The settings contain the unit's secrets, which our server sends on demand only. */
export function SettingsWithSecret(props: SettingsProps) {
  const { data, isError, refetch } = useGetUnitSecretQuery(props.unit.id, ONCE);
  if (isError) return <LoadFailed message="units.secret_failed" onRetry={refetch} />;
  return data ? <Settings {...props} secrets={data} /> : <LoadingRows rows={4} />;
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
  // A recording has only references to secrets, which can't be resolved here.
  if (secret === '' && reference !== '' && isReplaying())
    return <Alert type="info" showIcon title={<FormattedMessage id="units.connect_recorded" />} />;
  if (secret === '') return <Alert type="warning" showIcon title={<FormattedMessage id="units.connect_no_secret" />} />;
  const connection: Connection = {
    name,
    uuid,
    secret,
    host,
    ports: ports ?? USUAL_PORTS,
    coaPort,
    httpBase: digest === '' ? null : httpBaseAt(host),
    digest,
    faskey: (faskey !== null && secretBehind(faskey)) || '',
    gardenHosts,
    portal,
    server,
  };
  const { of: settingsOf, instructions } = GATEWAYS[kind].settings;
  const { files, screens } = settingsOf(connection);
  return (
    <Flex vertical gap={16}>
      {/* Units with our script also call the server directly. */}
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

export const hasScript = (kind: UnitKind | undefined) => kind !== undefined && GATEWAYS[kind].protocol === 'script';

/** The portal address for guests of this unit, or what is missing for it. */
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
export const isOnlyHere = (host: string) => /^(localhost|127\.[\d.]+|\[?::1\]?|)$/.test(host);

/** Base URL of /wax: on the console's own server unless configured otherwise. */
function httpBaseAt(host: string): string {
  const base = new URL(consoleConfig().wax_base || '/', window.location.href);
  if (base.hostname === window.location.hostname) base.hostname = host;
  return base.href.replace(/\/$/, '');
}
