import { Collapse, Table, type TableColumnsType } from 'antd';
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl';
import type { PortalFigures as Figures } from '../../contract/stats';
import { formatDuration } from '../../shared/format/durations';
import { Facts } from '../../shared/ui/facts/Facts';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed';
import { useGetPortalFiguresQuery } from './api';
import { classes } from '../../shared/ui/plain/classes';
import { LoadingRows } from '../../shared/ui/feedback/LoadingRows';
import styles from './PortalFigures.module.css';

const METHOD_NAMES: Partial<Record<string, FormatjsIntl.Message['ids']>> = {
  voucher: 'figures.way_voucher',
  email: 'figures.way_email',
  short: 'figures.way_short',
  mac: 'figures.way_mac',
  sms: 'figures.way_sms',
  facebook: 'figures.way_facebook',
  linkedin: 'figures.way_linkedin',
};

/** How guests got through the portal in the last 30 days; loaded when expanded. */
export function PortalFigures({ hotspotId }: { hotspotId: number }) {
  const label = <FormattedMessage id="figures.title" />;
  return <Collapse items={[{ key: 'figures', label, children: <Figures30Days hotspotId={hotspotId} /> }]} />;
}

function Figures30Days({ hotspotId }: { hotspotId: number }) {
  const { data, isError, refetch } = useGetPortalFiguresQuery(hotspotId);
  return (
    <>
      {!data && isError && <LoadFailed message="figures.load_failed" onRetry={refetch} />}
      {!data && !isError && <LoadingRows rows={3} />}
      {data && (isEmpty(data) ? <FormattedMessage id="figures.none" /> : <Counted figures={data} />)}
    </>
  );
}

const isEmpty = ({ opened, logged_in }: Figures) => opened === 0 && logged_in === 0;

const DAYS: TableColumnsType<Figures['days'][number]> = [
  { key: 'day', title: <FormattedMessage id="figures.day" />, render: (_, { day }) => <Day day={day} /> },
  ...(['opened', 'tried', 'logged_in'] as const).map((figure) => ({
    key: figure,
    align: 'right' as const,
    title: <FormattedMessage id={`figures.${figure}`} />,
    render: (_: unknown, row: Figures['days'][number]) => <FormattedNumber value={row[figure]} />,
  })),
  { key: 'seconds', align: 'right', title: <FormattedMessage id="figures.seconds" />, render: (_, { seconds }) => formatDuration(seconds) },
];

/** A calendar day: formatted as UTC, so that the browser's time zone can't shift it. */
function Day({ day }: { day: string }) {
  return useIntl().formatDate(`${day}T00:00:00Z`, { timeZone: 'UTC', day: 'numeric', month: 'short' });
}

function Counted({ figures }: { figures: Figures }) {
  const intl = useIntl();
  const { ways: methods, days, seconds } = figures;
  const numbers = (['opened', 'tried', 'logged_in'] as const).map((figure) => ({
    label: `figures.${figure}` as const,
    value: <FormattedNumber value={figures[figure]} />,
  }));
  const nameOf = (method: string) => {
    const id = METHOD_NAMES[method];
    return id === undefined ? method : intl.formatMessage({ id });
  };
  return (
    <>
      <Facts
        facts={[
          ...numbers,
          { label: 'figures.seconds', value: seconds === null ? '' : formatDuration(seconds) },
          {
            label: 'figures.ways',
            value: intl.formatList(
              methods.map(({ way: method, count }) => intl.formatMessage({ id: 'figures.way' }, { method: nameOf(method), count })),
            ),
          },
        ]}
      />
      <details className={classes(styles.days)}>
        <summary>
          <FormattedMessage id="figures.by_day" />
        </summary>
        <Table
          size="small"
          rowKey="day"
          pagination={false}
          scroll={{ x: 'max-content' }}
          columns={DAYS}
          dataSource={days.filter((day) => day.opened + day.logged_in > 0).reverse()}
        />
      </details>
    </>
  );
}
