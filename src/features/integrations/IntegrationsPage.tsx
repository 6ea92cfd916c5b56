import CloseOutlined from '@ant-design/icons/CloseOutlined';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import { Alert, Button, Flex } from 'antd';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import { may } from '../../contract/plain/roles';
import { capabilities } from '../../shared/backEnd/capabilities';
import { dialogOpened } from '../../shared/dialogs';
import { isLost } from '../../shared/failure';
import { hotspotFilter } from '../../shared/list/filters';
import { useFilters } from '../../shared/list/useFilters';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed';
import { NothingHere } from '../../shared/ui/feedback/NothingHere';
import { PageHead } from '../../shared/ui/page/PageHead';
import { useShortcuts } from '../../shared/ui/page/useShortcuts';
import { selectUser } from '../auth/slice';
import { HotspotPicker } from '../hotspots/HotspotPicker';
import { IntegrationCard } from './IntegrationCard';
import { useListHotspotIntegrationsQuery, useListIntegrationsQuery } from './api';
import { LoadingRows } from '../../shared/ui/feedback/LoadingRows';
import styles from './IntegrationsPage.module.css';

const FILTERS = { hotspotId: hotspotFilter() };

/** Other platforms, and the hotspots they are enabled for; an admin manages the platforms here too. */
export function IntegrationsPage() {
  const intl = useIntl();
  const dispatch = useDispatch();
  const user = useSelector(selectUser);
  const { filters, choose } = useFilters(FILTERS);
  const { hotspotId } = filters;
  const integrations = useListIntegrationsQuery();
  const switched = useListHotspotIntegrationsQuery(hotspotId, { skip: hotspotId === 0 });
  const [failure, setFailure] = useState<FormatjsIntl.Message['ids'] | null>(null);
  const isManager = user !== null && may(user.account_type, 'integrations.create') && capabilities().canManageIntegrations;

  const refresh = () => {
    void integrations.refetch();
    if (hotspotId !== 0) void switched.refetch();
  };
  const create = () => dispatch(dialogOpened({ name: 'integrations/create', args: null }));
  useShortcuts({ r: refresh, n: isManager ? create : undefined });
  const hasFailed = isLost(integrations) || (hotspotId !== 0 && isLost(switched));
  const isLoading = integrations.isLoading || switched.isLoading;
  // `currentData`: never show the previous hotspot's mappings for this one.
  const on = hotspotId === 0 ? undefined : switched.currentData;
  const rows = integrations.data ?? [];
  const isListed = hotspotId !== 0 || isManager;
  return (
    <>
      <PageHead
        title={<FormattedMessage id="integrations.title" />}
        actions={
          isManager && (
            <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={create}>
              <FormattedMessage id="integrations.new" />
            </Button>
          )
        }
      />
      <Flex vertical gap={12}>
        <Flex gap={8} align="center" wrap>
          <HotspotPicker
            value={hotspotId}
            none="integrations.no_hotspot"
            onChoose={(id) => {
              setFailure(null);
              choose({ hotspotId: id });
            }}
          />
          <Button icon={<ReloadOutlined aria-hidden />} aria-label={intl.formatMessage({ id: 'list.refresh' })} onClick={refresh} />
        </Flex>
        <Alert type="info" showIcon role="note" title={<FormattedMessage id="integrations.note" />} />
        {failure !== null && (
          <Alert
            type="error"
            showIcon
            role="alert"
            closable={{
              onClose: () => setFailure(null),
              closeIcon: <CloseOutlined aria-hidden />,
              'aria-label': intl.formatMessage({ id: 'common.close' }),
            }}
            title={<FormattedMessage id="integrations.error_title" />}
            description={<FormattedMessage id={failure} />}
          />
        )}
        {hasFailed ? (
          <LoadFailed message="integrations.load_failed" onRetry={refresh} />
        ) : isLoading ? (
          <LoadingRows rows={6} />
        ) : rows.length === 0 ? (
          <NothingHere message="integrations.none" {...(isManager && { next: { label: 'integrations.new' as const, onClick: create } })} />
        ) : !isListed ? (
          <NothingHere message="integrations.choose_hotspot" />
        ) : (
          <ul className={styles.integrations} aria-label={intl.formatMessage({ id: 'integrations.title' })} aria-busy={switched.isFetching}>
            {rows.map((integration) => (
              <IntegrationCard
                key={`${integration.id} ${hotspotId}`}
                integration={integration}
                hotspotId={hotspotId}
                mapping={on?.find(({ integration_id }) => integration_id === integration.id) ?? null}
                isKnown={on !== undefined}
                isManager={isManager}
                onFailure={setFailure}
              />
            ))}
          </ul>
        )}
      </Flex>
    </>
  );
}
