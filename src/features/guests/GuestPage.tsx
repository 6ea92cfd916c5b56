import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import EditOutlined from '@ant-design/icons/EditOutlined';
import { Alert, Button, Flex } from 'antd';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import { useConsoleSelector } from '../../shared/consoleState';
import { useParams, useSearchParams } from 'react-router-dom';
import type { ArchivedGuestDetails, GuestDetails } from '../../contract/guests';
import { dialogOpened } from '../../shared/dialogs';
import { isMissing } from '../../shared/failure';
import { Breadcrumbs } from '../../shared/ui/page/Breadcrumbs';
import { NoSuch } from '../../shared/ui/feedback/NoSuch';
import { paths } from '../../shared/paths';
import { saveFile } from '../../shared/saveFile';
import { useIsClosed } from '../../shared/ui/page/useLeaveDeleted';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed';
import { ShownZone } from '../../shared/ui/facts/Moment';
import { MoreActions } from '../../shared/ui/page/MoreActions';
import { PageHead } from '../../shared/ui/page/PageHead';
import { useTitle } from '../../shared/ui/page/useTitle';
import { selectUser } from '../auth/slice';
import { GuestBanner } from './GuestBanner';
import { GuestConsents } from './GuestConsents';
import { GuestDevices } from './GuestDevices';
import { GuestFacts } from './GuestFacts';
import { nameOf } from './guestName';
import { GuestSessions } from './GuestSessions';
import { GuestUse } from './GuestUse';
import { GuestVouchers } from './GuestVouchers';
import { exportStarted, exportFailed, selectIsNotExported } from './slice';
import { useGuestAccess } from './useGuestAccess';
import { guestDataPage } from './guestDataPage';
import { useGuestDataExport } from './useGuestDataExport';
import { useGetGuestQuery, type GuestKey } from './api';
import { LoadingRows } from '../../shared/ui/feedback/LoadingRows';

/** A guest, and why they are online or not. */
export function GuestPage() {
  const id = Number(useParams().id);
  // Read from the router, like the id: the store may already have the next location.
  const isArchived = useSearchParams()[0].get('archived') === 'true';
  const { currentData: guest, error, refetch } = useGetGuestQuery({ id, isArchived }, { skip: !Number.isSafeInteger(id) });
  const isNowhere = !Number.isSafeInteger(id) || isMissing(error);
  useTitle(isNowhere ? 'guests.no_such_title' : 'guests.one', isNowhere ? undefined : guest && nameOf(guest));

  if (isNowhere) return <NoSuch of="guests" to={paths.guests.to()} link="guests.to_list" />;
  if (error && !guest) return <LoadFailed message="guests.load_one_failed" onRetry={refetch} />;
  if (!guest) return <LoadingRows rows={8} />;
  return <GuestContents guest={guest} guestKey={{ id, isArchived }} />;
}

type Details = GuestDetails | ArchivedGuestDetails;

function GuestContents({ guest, guestKey }: { guest: Details; guestKey: GuestKey }) {
  const dispatch = useDispatch();
  const isClosed = useIsClosed(paths.guest.to(guestKey.id));
  const user = useSelector(selectUser);
  // Sessions of an archived guest still have its former id.
  const userId = 'user_id' in guest ? guest.user_id : guest.id;
  const [exportAll, isExporting] = useExport(guest, userId);
  const { access } = useGuestAccess(guest);
  const isNotExported = useConsoleSelector((state) => selectIsNotExported(state, guest.id));
  const open = (kind: 'modify' | 'extend' | 'delete') => dispatch(dialogOpened({ name: `guests/${kind}`, args: guestKey }));
  if (isClosed) return null;
  return (
    <ShownZone value={guest.zone}>
      <Breadcrumbs above={[{ to: paths.guests.to(), title: <FormattedMessage id="guests.title" /> }]} here={nameOf(guest)} />
      <PageHead
        title={<bdi>{nameOf(guest)}</bdi>}
        actions={
          <>
            <Button icon={<EditOutlined aria-hidden />} onClick={() => open('modify')}>
              <FormattedMessage id="common.modify" />
            </Button>
            <MoreActions
              name={nameOf(guest)}
              isRunning={isExporting}
              items={[
                {
                  key: 'export',
                  icon: <DownloadOutlined aria-hidden />,
                  label: <FormattedMessage id="guests.all_known" />,
                  onClick: () => void exportAll('html'),
                },
                {
                  key: 'export_json',
                  icon: <DownloadOutlined aria-hidden />,
                  label: <FormattedMessage id="guests.all_known_json" />,
                  onClick: () => void exportAll('json'),
                },
                { type: 'divider' },
                {
                  key: 'delete',
                  danger: true,
                  icon: <DeleteOutlined aria-hidden />,
                  label: <FormattedMessage id="common.delete" />,
                  onClick: () => open('delete'),
                },
              ]}
            />
          </>
        }
      />
      <Flex vertical gap={16}>
        {isNotExported && <Alert type="error" showIcon role="alert" title={<FormattedMessage id="guests.all_known_failed" />} />}
        <GuestBanner guest={guest} userId={userId} onExtend={() => open('extend')} />
        <GuestFacts guest={guest} />
        <GuestUse guest={guest} />
        <GuestSessions userId={userId} hotspotId={guest.hotspot_id} isRunning mostDevices={access?.most_devices ?? null} />
        <GuestDevices userId={userId} hotspotId={guest.hotspot_id} />
        <GuestSessions userId={userId} hotspotId={guest.hotspot_id} isRunning={false} />
        {guest.consents !== undefined && guest.consents.length > 0 && <GuestConsents consents={guest.consents} />}
        {guest.account_type === 'voucher' && user && <GuestVouchers hotspotId={guest.hotspot_id} code={guest.username} />}
      </Flex>
    </ShownZone>
  );
}

/** Downloads everything known about a guest (GDPR access request): as a page to read, or as JSON for programs. */
function useExport(guest: Details, userId: number): [exportAll: (kind: 'html' | 'json') => Promise<void>, isReading: boolean] {
  const intl = useIntl();
  const [read, isReading] = useGuestDataExport(guest, userId);
  const dispatch = useDispatch();
  const exportAll = async (kind: 'html' | 'json') => {
    dispatch(exportStarted());
    const known = await read();
    const name = `guest-${String(guest.id)}.${kind}`;
    if (!known) dispatch(exportFailed(guest.id));
    else if (kind === 'html') saveFile(name, new Blob([guestDataPage(intl, known)], { type: 'text/html;charset=utf-8' }));
    else saveFile(name, new Blob([JSON.stringify(known, null, 2)], { type: 'application/json' }));
  };
  return [exportAll, isReading];
}
