import { Button, Flex, Typography } from 'antd';
import { FormattedMessage } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import { useParams, useSearchParams } from 'react-router-dom';
import { may } from '../../contract/plain/roles';
import type { Session, UnitRequest } from '../../contract/sessions';
import { dialogOpened } from '../../shared/dialogs';
import { formatDuration } from '../../shared/format/durations';
import { failureOf, isMissing } from '../../shared/failure';
import { Breadcrumbs } from '../../shared/ui/page/Breadcrumbs';
import { NoSuch } from '../../shared/ui/feedback/NoSuch';
import { paths } from '../../shared/paths';
import { Bytes } from '../../shared/ui/facts/Bytes';
import { CodeText, Facts } from '../../shared/ui/facts/Facts';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed';
import { Moment, ShownZone } from '../../shared/ui/facts/Moment';
import { PageHead } from '../../shared/ui/page/PageHead';
import { Section } from '../../shared/ui/page/Section';
import { useTitle } from '../../shared/ui/page/useTitle';
import { selectUser } from '../auth/slice';
import { useHotspotZone } from '../hotspots/api';
import { DeviceCard, GuestCard, HotspotCard, UnitCard } from './SessionCards';
import { SessionAddresses } from './SessionAddresses';
import { contradictingSeconds } from './clockTime';
import { causeText } from './sessionCauses';
import { requestText } from './unitRequests';
import { useGetHistoryQuery, useGetSessionQuery } from './api';
import { LoadingRows } from '../../shared/ui/feedback/LoadingRows';

/**
 * One session with its guest, unit, device and hotspot. If no running session has this id, it has ended: running and ended sessions have
 * separate id sequences, so the ended one is looked up by the id it had while running (SES-20). Links from the history mark ended sessions
 * in the URL.
 */
export function SessionPage() {
  const id = Number(useParams().id);
  const isId = Number.isSafeInteger(id);
  // Read from the router, like the id: the store may already have the next location.
  const isFromHistory = useSearchParams()[0].get('tab') === 'history';
  const running = useGetSessionQuery(id, { skip: !isId || isFromHistory });
  const isEnded = isFromHistory || (running.error !== undefined && failureOf(running.error).kind === 'not_found');
  const ended = useGetHistoryQuery({ id, by: isFromHistory ? 'id' : 'session_id' }, { skip: !isId || !isEnded });
  const { currentData: session, error, refetch } = isEnded ? ended : running;
  const isNowhere = !isId || isMissing(error);
  useTitle(isNowhere ? 'sessions.no_such_title' : 'sessions.one', isNowhere || session?.username === '' ? undefined : session?.username);

  if (isNowhere) return <NoSuch of="sessions" to={paths.sessions.to()} link="sessions.to_list" />;
  if (error && !session) return <LoadFailed message="sessions.load_one_failed" onRetry={refetch} />;
  if (!session) return <LoadingRows rows={8} />;
  return <SessionDetails session={session} isRunning={!isEnded} />;
}

function SessionDetails({ session, isRunning }: { session: Session; isRunning: boolean }) {
  const dispatch = useDispatch();
  const user = useSelector(selectUser);
  const cause = causeText(session.terminate_cause);
  const zone = useHotspotZone(session.hotspot_id);
  return (
    <ShownZone value={zone}>
      <Breadcrumbs
        above={[{ to: paths.sessions.to(), title: <FormattedMessage id="sessions.title" /> }]}
        here={session.session_key === '' ? String(session.id) : session.session_key}
      />
      <PageHead
        title={<FormattedMessage id="sessions.one" />}
        state={<FormattedMessage id={isRunning ? 'sessions.is_running' : 'sessions.has_ended'} />}
        actions={
          session.can_disconnect === true &&
          user &&
          may(user.account_type, 'sessions.disconnect') && (
            <Button danger onClick={() => dispatch(dialogOpened({ name: 'sessions/disconnect', args: { id: session.id } }))}>
              <FormattedMessage id="sessions.disconnect" />
            </Button>
          )
        }
      />
      <Flex vertical gap={16}>
        <Section title="sessions.info">
          <Facts
            facts={[
              { label: 'sessions.session_key', value: <CodeText text={session.session_key} /> },
              { label: 'sessions.duration', value: <Duration session={session} /> },
              { label: 'sessions.bytes_down', value: <Bytes amount={session.bytes_down} /> },
              { label: 'sessions.bytes_up', value: <Bytes amount={session.bytes_up} /> },
              { label: 'sessions.start_time', value: <Moment at={session.start_time} /> },
              { label: 'sessions.stop_time', value: <Moment at={session.stop_time} /> },
              { label: 'sessions.update_time', value: <Moment at={session.update_time} /> },
              ...(session.last_request === undefined
                ? []
                : [{ label: 'sessions.last_request' as const, value: <LastRequest request={session.last_request} /> }]),
              ...(cause === null ? [] : [{ label: 'sessions.terminate_cause' as const, value: <FormattedMessage id={cause} /> }]),
            ]}
          />
        </Section>
        {session.addresses && <SessionAddresses addresses={session.addresses} />}
        <GuestCard id={session.user_id} />
        <DeviceCard id={session.device_id} mac={session.device_mac} ip={session.ip_address} />
        <UnitCard id={session.unit_id} />
        <HotspotCard id={session.hotspot_id} />
      </Flex>
    </ShownZone>
  );
}

/** The duration that the unit reported, marked if the clock contradicts it. */
function Duration({ session }: { session: Session }) {
  const seconds = contradictingSeconds(session);
  const reported = formatDuration(session.duration);
  if (seconds === null) return reported;
  return (
    <Flex vertical>
      {reported}
      <Typography.Text type="warning">
        <FormattedMessage id="sessions.clock_differs" values={{ passed: formatDuration(seconds) }} />
      </Typography.Text>
    </Flex>
  );
}

/** The last request to the unit to end or change the session, and its outcome. */
function LastRequest({ request: { at, ...request } }: { request: UnitRequest }) {
  return (
    <>
      <Moment at={at} />: <FormattedMessage id={requestText(request)} values={{ cause: request.cause }} />
    </>
  );
}
