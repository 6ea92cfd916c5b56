import { Flex } from 'antd';
import { FormattedMessage } from 'react-intl';
import { Link, useParams } from 'react-router-dom';
import { isMissing } from '../../shared/failure';
import { Breadcrumbs } from '../../shared/ui/page/Breadcrumbs';
import { paths } from '../../shared/paths';
import { MessageScreen } from '../../shared/ui/feedback/MessageScreen';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed';
import { PageHead } from '../../shared/ui/page/PageHead';
import { useTitle } from '../../shared/ui/page/useTitle';
import { useGetHotspotQuery } from '../hotspots/api';
import { CounterTools } from './CounterTools';
import { DeskCounter } from './DeskCounter';
import { LoadingRows } from '../../shared/ui/feedback/LoadingRows';

/** The counter of one hotspot, for roles that don't have it as their dashboard. */
export function CounterPage() {
  const id = Number(useParams().id);
  const { currentData: hotspot, error, refetch } = useGetHotspotQuery(id, { skip: !Number.isSafeInteger(id) });
  const isNowhere = !Number.isSafeInteger(id) || isMissing(error);
  useTitle(isNowhere ? 'hotspots.no_such_title' : 'counter.title', isNowhere ? undefined : hotspot?.name);
  if (isNowhere) {
    return (
      <MessageScreen status="info" title="hotspots.no_such_title" text="hotspots.no_such">
        <Link to={paths.dashboard.to()}>
          <FormattedMessage id="routes.home" />
        </Link>
      </MessageScreen>
    );
  }
  if (error && !hotspot) return <LoadFailed message="hotspots.load_one_failed" onRetry={refetch} />;
  if (!hotspot) return <LoadingRows rows={8} />;
  return (
    <>
      <Breadcrumbs above={[{ to: paths.hotspot.to(id), title: hotspot.name }]} here={<FormattedMessage id="counter.title" />} />
      <PageHead
        title={<FormattedMessage id="counter.title" />}
        state={hotspot.description || hotspot.name}
        actions={<CounterTools hotspotId={id} />}
      />
      <Flex vertical gap={24}>
        <DeskCounter hotspotId={id} />
      </Flex>
    </>
  );
}
