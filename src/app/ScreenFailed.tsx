import { Alert, Button, Flex } from 'antd';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { DeadEnd } from '../shared/ui/DeadEnd';
import { consoleBuild } from '../shared/build';
import { reloadIfThere } from './lostFiles';

/** Shown when a screen's code can't be loaded (server down, newer version installed) or when it throws while rendering. */
export function ScreenFailed({ error }: { error: unknown }) {
  const [isAway, setAway] = useState(false);
  const [details, setDetails] = useState<'kept' | 'copied' | 'shown'>('kept');
  const retry = async () => {
    setAway(false);
    setAway(!(await reloadIfThere()));
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(detailsOf(error));
      setDetails('copied');
    } catch {
      // Without TLS there is no clipboard; shown, they can be selected.
      setDetails('shown');
    }
  };
  return (
    <DeadEnd status="warning" title="routes.failed_title" text="routes.failed">
      <Flex vertical gap={16} align="center">
        {isAway && <Alert type="warning" showIcon role="alert" title={<FormattedMessage id="failure.away_untyped" />} />}
        <Flex gap={8} justify="center" wrap>
          <Button type="primary" onClick={() => void retry()}>
            <FormattedMessage id="common.try_again" />
          </Button>
          <Button onClick={() => void copy()}>
            <FormattedMessage id="routes.copy_details" />
          </Button>
        </Flex>
        <span role="status">{details === 'copied' && <FormattedMessage id="routes.details_copied" />}</span>
        {details === 'shown' && <pre style={{ textAlign: 'start', maxWidth: '100%', overflow: 'auto' }}>{detailsOf(error)}</pre>}
      </Flex>
    </DeadEnd>
  );
}

/** What a developer needs to know. The address goes without its query, which may hold a guest's name. */
function detailsOf(error: unknown): string {
  const lines = [
    error instanceof Error ? (error.stack ?? String(error)) : String(error),
    window.location.hash.replace(/\?.*/, '') || '#/',
    consoleBuild() ?? '',
    navigator.userAgent,
    new Date().toISOString(),
  ];
  return lines.join('\n');
}
