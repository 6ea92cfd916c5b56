import { DeleteOutlined, DownloadOutlined, EditOutlined } from '@ant-design/icons';
import { Alert, Breadcrumb, Button, Flex, Skeleton } from 'antd';
import { FormattedMessage } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import type { ArchivedGuestDetails, GuestDetails } from '../../contract/guests';
import { dialogOpened } from '../../shared/dialogs';
import { isMissing } from '../../shared/failure';
import { paths } from '../../shared/paths';
import { saveFile } from '../../shared/saveFile';
import { CountryName } from './CountryName';
import { DeadEnd } from '../../shared/ui/DeadEnd';
import { Facts } from '../../shared/ui/Facts';
import { useIsLeft } from '../../shared/ui/leaveDeleted';
import { LoadFailed } from '../../shared/ui/LoadFailed';
import { Moment } from '../../shared/ui/Moment';
import { PageHead } from '../../shared/ui/PageHead';
import { Section } from '../../shared/ui/Section';
import { useNow } from '../../shared/ui/useNow';
import { useTitle } from '../../shared/ui/useTitle';
import { YesNo } from './YesNo';
import { selectUser } from '../auth/slice';
import { useGetHotspotQuery } from '../hotspots/api';
import { AccountType } from '../../shared/ui/AccountType';
import { Bandwidth } from './Bandwidth';
import { GuestDevices } from './GuestDevices';
import { nameOf } from './guestName';
import { GuestSessions } from './GuestSessions';
import { GuestUse } from './GuestUse';
import { isExpired } from './guestValidity';
import { GuestVouchers } from './GuestVouchers';
import { Reason } from './Reason';
import { exportBegun, exportFailed, selectIsNotExported } from './slice';
import { useAllKnown } from './useAllKnown';
import { WhetherOnline } from './WhetherOnline';
import { useGetGuestQuery, type GuestKey } from './api';

/** A guest, and why it is online or not. */
export function GuestPage() {
  const id = Number(useParams().id);
  // From the router, like the id: the store may be one step ahead.
  const isArchived = useSearchParams()[0].get('archived') === 'true';
  const { currentData: guest, error, refetch } = useGetGuestQuery({ id, isArchived }, { skip: !Number.isSafeInteger(id) });
  const isNowhere = !Number.isSafeInteger(id) || isMissing(error);
  useTitle(isNowhere ? 'guests.no_such_title' : 'guests.one', isNowhere ? undefined : guest && nameOf(guest));

  if (isNowhere) return <NoSuchGuest />;
  if (error && !guest) return <LoadFailed message="guests.load_one_failed" onRetry={refetch} />;
  if (!guest) return <Skeleton active title={false} paragraph={{ rows: 8 }} />;
  return <Everything guest={guest} guestKey={{ id, isArchived }} />;
}

type Details = GuestDetails | ArchivedGuestDetails;

function Everything({ guest, guestKey }: { guest: Details; guestKey: GuestKey }) {
  const dispatch = useDispatch();
  const isLeft = useIsLeft(paths.guest.to(guestKey.id));
  const now = useNow();
  const user = useSelector(selectUser);
  const { data: hotspot } = useGetHotspotQuery(guest.hotspot_id);
  const isOver = isExpired(guest, now);
  // Sessions of an archived guest still carry its former id.
  const userId = 'user_id' in guest ? guest.user_id : guest.id;
  const open = (kind: 'modify' | 'revive' | 'delete') => dispatch(dialogOpened({ name: `guests/${kind}`, args: guestKey }));
  if (isLeft) return null;
  return (
    <>
      <Breadcrumb
        style={{ marginBottom: 8, overflowWrap: 'anywhere' }}
        items={[
          {
            title: (
              <Link to={paths.guests.to()}>
                <FormattedMessage id="guests.title" />
              </Link>
            ),
          },
          { title: nameOf(guest) },
        ]}
      />
      <PageHead
        title={<bdi>{nameOf(guest)}</bdi>}
        state={<WhetherOnline guest={guest} userId={userId} />}
        actions={
          <>
            <Export guest={guest} userId={userId} />
            {isOver && (
              <Button type="primary" onClick={() => open('revive')}>
                <FormattedMessage id="guests.revive" />
              </Button>
            )}
            <Button icon={<EditOutlined aria-hidden />} onClick={() => open('modify')}>
              <FormattedMessage id="common.modify" />
            </Button>
            <Button danger icon={<DeleteOutlined aria-hidden />} onClick={() => open('delete')}>
              <FormattedMessage id="common.delete" />
            </Button>
          </>
        }
      />
      <Flex vertical gap={16}>
        <Section title="guests.info">
          <Facts
            facts={[
              { label: 'guests.name', value: guest.name },
              { label: 'guests.username', value: guest.username },
              { label: 'guests.email', value: guest.email },
              { label: 'guests.email_verified', value: <YesNo value={guest.email_verified} /> },
              { label: 'guests.account_type', value: <AccountType type={guest.account_type} /> },
              {
                label: 'guests.hotspot',
                value: <Link to={paths.hotspot.to(guest.hotspot_id)}>{hotspot?.name ?? String(guest.hotspot_id)}</Link>,
              },
              { label: 'guests.reason', value: <Reason reason={guest.reason} /> },
              { label: 'guests.country', value: <CountryName code={guest.country} /> },
              { label: 'guests.marketing_auth', value: <YesNo value={guest.marketing_auth} /> },
              { label: 'guests.survey_auth', value: <YesNo value={guest.survey_auth} /> },
              { label: 'guests.auto_login', value: <YesNo value={guest.auto_login} /> },
              { label: 'guests.kbps_down', value: <Bandwidth kbps={guest.kbps_down} /> },
              { label: 'guests.kbps_up', value: <Bandwidth kbps={guest.kbps_up} /> },
              { label: 'guests.valid_from', value: <Moment at={guest.valid_from} /> },
              { label: 'guests.valid_until', value: <Moment at={guest.valid_until} /> },
              { label: 'guests.created', value: <Moment at={guest.created} /> },
            ]}
          />
        </Section>
        <GuestUse guest={guest} />
        <GuestSessions userId={userId} hotspotId={guest.hotspot_id} isRunning />
        <GuestDevices userId={userId} hotspotId={guest.hotspot_id} />
        <GuestSessions userId={userId} hotspotId={guest.hotspot_id} isRunning={false} />
        {guest.account_type === 'voucher' && user && <GuestVouchers hotspotId={guest.hotspot_id} code={guest.username} />}
      </Flex>
    </>
  );
}

/** Downloads everything known about a guest (GDPR access request). */
function Export({ guest, userId }: { guest: Details; userId: number }) {
  const [read, isReading] = useAllKnown(guest, userId);
  const dispatch = useDispatch();
  const hasFailed = useSelector((state: Parameters<typeof selectIsNotExported>[0]) => selectIsNotExported(state, guest.id));
  const save = async () => {
    dispatch(exportBegun());
    const known = await read();
    if (known) saveFile(`guest-${String(guest.id)}.json`, new Blob([JSON.stringify(known, null, 2)], { type: 'application/json' }));
    else dispatch(exportFailed(guest.id));
  };
  return (
    <>
      {hasFailed && <Alert type="error" showIcon role="alert" title={<FormattedMessage id="guests.all_known_failed" />} />}
      <Button icon={<DownloadOutlined aria-hidden />} loading={isReading} onClick={() => void save()}>
        <FormattedMessage id="guests.all_known" />
      </Button>
    </>
  );
}

/** Never existed, deleted, or someone else's: the server answers 404 to all three. */
function NoSuchGuest() {
  return (
    <DeadEnd status="info" title="guests.no_such_title" text="guests.no_such">
      <Link to={paths.guests.to()}>
        <FormattedMessage id="guests.to_list" />
      </Link>
    </DeadEnd>
  );
}
