import EditOutlined from '@ant-design/icons/EditOutlined';
import ShopOutlined from '@ant-design/icons/ShopOutlined';
import { Button } from 'antd';
import { FormattedMessage } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import { Link, useParams } from 'react-router-dom';
import { may, managesSeveralHotspots } from '../../contract/plain/roles';
import { capabilities } from '../../shared/backEnd/capabilities';
import { dialogOpened } from '../../shared/dialogs';
import { isMissing } from '../../shared/failure';
import { readTab } from '../../shared/location';
import { Breadcrumbs } from '../../shared/ui/page/Breadcrumbs';
import { NoSuch } from '../../shared/ui/feedback/NoSuch';
import { paths } from '../../shared/paths';
import { useIsClosed } from '../../shared/ui/page/useLeaveDeleted';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed';
import { MoreActions } from '../../shared/ui/page/MoreActions';
import { PageHead } from '../../shared/ui/page/PageHead';
import { useTitle } from '../../shared/ui/page/useTitle';
import { useIsPhone } from '../../shared/useMedia';
import { useOwnLocation } from '../../shared/useOwnLocation';
import { selectUser } from '../auth/slice';
import { HotspotClosed } from './HotspotClosed';
import { HotspotState, hasCurrentState } from './HotspotNow';
import { HotspotTabs } from './HotspotTabs';
import { useGetHotspotQuery } from './api';
import { wantsOverview } from './tabs';
import { classes } from '../../shared/ui/plain/classes';
import { LoadingRows } from '../../shared/ui/feedback/LoadingRows';
import styles from './HotspotPage.module.css';
import buttonLinkStyles from '../../shared/ui/page/buttonLink.module.css';

/** One hotspot. Each card loads and fails on its own (HSP-16). */
export function HotspotPage() {
  const dispatch = useDispatch();
  const user = useSelector(selectUser);
  const id = Number(useParams().id);
  const isClosed = useIsClosed(paths.hotspot.to(id));
  const { currentData: hotspot, error, refetch } = useGetHotspotQuery(id, { skip: !Number.isSafeInteger(id) });
  const isNowhere = !Number.isSafeInteger(id) || isMissing(error);
  const title = hotspot && (hotspot.business_name.trim() || hotspot.description.trim() || hotspot.name);
  useTitle(isNowhere ? 'hotspots.no_such_title' : 'hotspots.one', isNowhere ? undefined : title);
  const tab = readTab(useOwnLocation().search);
  const isPhone = useIsPhone();

  if (isClosed) return null;
  if (isNowhere) return <NoSuch of="hotspots" to={paths.dashboard.to()} link="routes.home" />;
  if (error && !hotspot) return <LoadFailed message="hotspots.load_one_failed" onRetry={refetch} />;
  if (!hotspot || !user) return <LoadingRows rows={8} />;

  const hasMany = managesSeveralHotspots(user.account_type);
  // On a phone, where this is half of the screen, only the overview tells how the hotspot is doing.
  const hasState = !isPhone || wantsOverview(user.account_type, tab);
  return (
    <>
      {hasMany && <Breadcrumbs above={[{ to: paths.hotspots.to(), title: <FormattedMessage id="hotspots.title" /> }]} here={title} />}
      <PageHead
        title={
          <>
            {title} {title !== hotspot.name && <small className={classes('soft', styles.identifier)}>{hotspot.name}</small>}
          </>
        }
        state={
          hasState && (
            <>
              {title !== hotspot.description && hotspot.description}
              {hasCurrentState(user.account_type) && <HotspotState hotspotId={id} />}
            </>
          )
        }
        actions={
          <>
            {user.account_type !== 'desk' && (
              <Link to={paths.counter.to(id)} className={classes(buttonLinkStyles.buttonLink)}>
                <ShopOutlined aria-hidden /> <FormattedMessage id="counter.title" />
              </Link>
            )}
            {may(user.account_type, 'hotspots.update') && (
              <Button icon={<EditOutlined aria-hidden />} onClick={() => dispatch(dialogOpened({ name: 'hotspots/modify', args: { id } }))}>
                <FormattedMessage id="common.modify" />
              </Button>
            )}
            {may(user.account_type, 'hotspots.delete') && (
              <MoreActions
                name={hotspot.name}
                items={[
                  {
                    key: 'unit',
                    label: <FormattedMessage id={capabilities().canConnectUnits ? 'hotspots.set_up_unit' : 'units.register'} />,
                    onClick: () => dispatch(dialogOpened({ name: 'units/register', args: { hotspotId: id } })),
                  },
                  { type: 'divider' },
                  {
                    key: 'delete',
                    danger: true,
                    label: <FormattedMessage id="common.delete" />,
                    onClick: () => dispatch(dialogOpened({ name: 'hotspots/delete', args: { id } })),
                  },
                ]}
              />
            )}
          </>
        }
      />
      <HotspotClosed hotspotId={id} role={user.account_type} />
      <HotspotTabs hotspot={hotspot} user={user} requested={tab} />
    </>
  );
}
