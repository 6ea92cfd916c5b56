import { useEffect, useState, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { MessageScreen } from '../shared/ui/feedback/MessageScreen';
import { PlainAlert } from '../shared/ui/plain/PlainAlert';
import { PlainButton } from '../shared/ui/plain/PlainButton';
import { consoleBuild } from '../shared/build';
import { isReplaying } from '../shared/replaying';
import { AwayError, reloadIfThere } from '../shared/staleChunks';
import styles from './ScreenFailed.module.css';

/** Milliseconds between two tries to reach the server again. */
const TRY_EVERY = 5000;

/** Shown when a screen's code can't be loaded (server down, newer version installed) or when it throws while rendering. */
export function ScreenFailed({ error }: { error: unknown }) {
  return error instanceof AwayError ? <ScreenNotLoaded /> : <ScreenBroken error={error} />;
}

/** The page opens by itself once the server answers. */
function ScreenNotLoaded() {
  useEffect(() => {
    // A recording would be lost; what nobody sees can wait.
    const open = () => void (!isReplaying() && document.visibilityState !== 'hidden' && reloadIfThere());
    const timer = window.setInterval(open, TRY_EVERY);
    window.addEventListener('online', open);
    return () => {
      window.clearInterval(timer);
      window.removeEventListener('online', open);
    };
  }, []);
  return (
    <MessageScreen status="warning" title="routes.away_title" text="routes.away">
      <div className={styles.plainColumn}>
        <Retry />
      </div>
    </MessageScreen>
  );
}

/** The button that reloads the page, and says so if the server can't be reached; `children` stand beside it. */
function Retry({ children }: { children?: ReactNode }) {
  const [isAway, setAway] = useState(false);
  const retry = async () => {
    setAway(false);
    setAway(!(await reloadIfThere()));
  };
  return (
    <>
      {isAway && <PlainAlert type="warning" title={<FormattedMessage id="failure.away_untyped" />} />}
      <div className={styles.plainActions}>
        <PlainButton look="primary" onClick={() => void retry()}>
          <FormattedMessage id="common.try_again" />
        </PlainButton>
        {children}
      </div>
    </>
  );
}

function ScreenBroken({ error }: { error: unknown }) {
  const [details, setDetails] = useState<'kept' | 'copied' | 'shown'>('kept');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(detailsOf(error));
      setDetails('copied');
    } catch {
      // The clipboard API needs TLS; show the details so that they can be selected.
      setDetails('shown');
    }
  };
  return (
    <MessageScreen status="warning" title="routes.failed_title" text="routes.failed">
      <div className={styles.plainColumn}>
        <Retry>
          <PlainButton onClick={() => void copy()}>
            <FormattedMessage id="routes.copy_details" />
          </PlainButton>
        </Retry>
        <span role="status">{details === 'copied' && <FormattedMessage id="routes.details_copied" />}</span>
        {details === 'shown' && <pre className={styles.details}>{detailsOf(error)}</pre>}
      </div>
    </MessageScreen>
  );
}

/** Details for a bug report. The address is stripped of its query, which may contain a guest's name. */
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
