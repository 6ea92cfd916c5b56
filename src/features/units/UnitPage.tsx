import ApiOutlined from '@ant-design/icons/ApiOutlined';
import EditOutlined from '@ant-design/icons/EditOutlined';
import { Button, Flex } from 'antd';
import { FormattedMessage } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { may } from '../../contract/plain/roles';
import type { LiveUnit } from '../../contract/units';
import { capabilities } from '../../shared/backEnd/capabilities';
import { dialogOpened } from '../../shared/dialogs';
import { isMissing } from '../../shared/failure';
import { namesOf } from '../../contract/plain/fields';
import { UNIT_FIELDS } from '../../contract/plain/unitFields';
import { Breadcrumbs } from '../../shared/ui/page/Breadcrumbs';
import { NoSuch } from '../../shared/ui/feedback/NoSuch';
import { paths } from '../../shared/paths';
import { CodeText, Facts } from '../../shared/ui/facts/Facts';
import { useIsClosed } from '../../shared/ui/page/useLeaveDeleted';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed';
import { Moment } from '../../shared/ui/facts/Moment';
import { MoreActions } from '../../shared/ui/page/MoreActions';
import { PageHead } from '../../shared/ui/page/PageHead';
import { Section } from '../../shared/ui/page/Section';
import { useNow } from '../../shared/ui/facts/useNow';
import { useTitle } from '../../shared/ui/page/useTitle';
import { selectUser } from '../auth/slice';
import { useGetHotspotQuery } from '../hotspots/api';
import { activityWindow } from './activityWindow';
import { isUnheard } from './isUnheard';
import { SilentBanner } from './SilentBanner';
import { UnitAvailability } from './UnitAvailability';
import { UnitRadius } from './UnitRadius';
import { UnitSecret } from './UnitSecret';
import { UnitState } from './UnitState';
import { useCountUnitSessionsQuery, useGetUnitQuery } from './api';
import { LoadingRows } from '../../shared/ui/feedback/LoadingRows';

/** One access point. */
export function UnitPage() {
  const id = Number(useParams().id);
  const isId = Number.isSafeInteger(id);
  const { currentData: unit, error, refetch } = useGetUnitQuery(id, { skip: !isId });
  const isNowhere = !isId || isMissing(error);
  useTitle(isNowhere ? 'units.no_such_title' : 'units.one', isNowhere ? undefined : unit?.name);

  if (isNowhere) return <NoSuch of="units" to={paths.units.to()} link="units.to_list" />;
  if (error && !unit) return <LoadFailed message="units.load_one_failed" onRetry={refetch} />;
  if (!unit) return <LoadingRows rows={8} />;
  return <UnitDetails unit={unit} />;
}

function UnitDetails({ unit }: { unit: LiveUnit }) {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const isClosed = useIsClosed(paths.unit.to(unit.id));
  const user = useSelector(selectUser);
  const { data: hotspot } = useGetHotspotQuery(unit.hotspot_id);
  const { data: activity } = useCountUnitSessionsQuery(
    { unitIds: [unit.id], ...activityWindow(useNow()) },
    { skip: unit.activity !== undefined },
  );
  if (!user || isClosed) return null;
  return (
    <>
      <Breadcrumbs above={[{ to: paths.units.to(), title: <FormattedMessage id="units.title" /> }]} here={unit.name} />
      <PageHead
        title={unit.name}
        state={
          <>
            <UnitState unit={unit} activity={activity} />
            {unit.activity?.last_seen && (
              <>
                {' · '}
                <FormattedMessage id="units.heard_at" values={{ moment: <Moment at={unit.activity.last_seen} isShort /> }} />
              </>
            )}
          </>
        }
        actions={
          <>
            {may(user.account_type, 'units.update') && capabilities().canRenameUnits && (
              <Button
                icon={<EditOutlined aria-hidden />}
                onClick={() => dispatch(dialogOpened({ name: 'units/rename', args: { id: unit.id } }))}
              >
                <FormattedMessage id="units.rename" />
              </Button>
            )}
            {/* For a silent unit, this button is in the banner. */}
            {may(user.account_type, 'units.update') && unit.radius && !isUnheard(unit) && (
              <Button icon={<ApiOutlined aria-hidden />} onClick={() => navigate(paths.connectUnit.to(unit.id))}>
                <FormattedMessage id="units.connect" />
              </Button>
            )}
            <MoreActions
              name={unit.name}
              items={[
                ...(may(user.account_type, 'units.update') && unit.radius
                  ? [
                      {
                        key: 'radius',
                        label: <FormattedMessage id="units.radius_settings" />,
                        onClick: () => dispatch(dialogOpened({ name: 'units/radius', args: { id: unit.id } })),
                      },
                    ]
                  : []),
                ...(may(user.account_type, 'units.renew_secret') && unit.radius
                  ? [
                      {
                        key: 'renew',
                        label: <FormattedMessage id="units.renew_secret_title" />,
                        onClick: () => dispatch(dialogOpened({ name: 'units/renew', args: { id: unit.id } })),
                      },
                    ]
                  : []),
                ...(may(user.account_type, 'units.delete')
                  ? [
                      {
                        key: 'delete',
                        danger: true,
                        label: <FormattedMessage id="common.delete" />,
                        onClick: () => dispatch(dialogOpened({ name: 'units/delete', args: { id: unit.id } })),
                      },
                    ]
                  : []),
              ]}
            />
          </>
        }
      />
      <SilentBanner unit={unit} />
      <Flex vertical gap={16}>
        {unit.activity && <UnitAvailability unitId={unit.id} />}
        <Section title="units.info">
          <Facts
            facts={[
              ...namesOf(UNIT_FIELDS).map((field) => ({ label: `units.${field}` as const, value: unit[field] })),
              { label: 'units.uuid', value: <CodeText text={unit.uuid} /> },
              { label: 'units.mac_address', value: <CodeText text={unit.mac_address} /> },
              { label: 'units.created', value: <Moment at={unit.created} /> },
              ...(may(user.account_type, 'units.show_secret') && (capabilities().canConnectUnits || unit.secret !== '')
                ? [
                    {
                      label: 'units.secret' as const,
                      value: <UnitSecret unit={unit} previousUntil={unit.radius?.previous_secret_until ?? null} />,
                    },
                  ]
                : []),
            ]}
          />
        </Section>
        {unit.radius && <UnitRadius unit={unit} radius={unit.radius} />}
        <Section title="hotspots.one">
          <Facts
            facts={[
              { label: 'hotspots.name', value: <Link to={paths.hotspot.to(unit.hotspot_id)}>{hotspot?.name ?? '…'}</Link> },
              { label: 'hotspots.description', value: hotspot?.description ?? '…' },
            ]}
          />
        </Section>
        <Flex gap="4px 24px" wrap>
          <Link to={paths.sessions.ofUnit(unit.id)}>
            <FormattedMessage id="units.its_sessions" />
          </Link>
          {capabilities().explainsAccess && (
            <Link to={paths.why.to({ q: refusedDeviceOf(unit), hotspot: unit.hotspot_id, unit: unit.id })}>
              <FormattedMessage id="why.ask_here" />
            </Link>
          )}
        </Flex>
      </Flex>
    </>
  );
}

/** The device that tried last, if it was refused: most likely the one that somebody asks about. */
const refusedDeviceOf = ({ radius }: LiveUnit): string => (radius?.last_login?.refusal ? radius.last_login.device_mac : '');
