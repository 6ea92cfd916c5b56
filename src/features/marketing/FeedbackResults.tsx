import { Alert, Flex, Typography } from 'antd';
import { useState } from 'react';
import { FormattedDate, FormattedMessage, FormattedNumber, useIntl } from 'react-intl';
import type { FeedbackAnswer, FeedbackResults as Results } from '../../contract/feedback';
import type { PageSize } from '../../contract/plain/wire';
import { isLost } from '../../shared/failure';
import { paths } from '../../shared/paths';
import { DataTable } from '../../shared/ui/table/DataTable';
import type { Column } from '../../shared/ui/table/DataCards';
import { ExportButton, type CsvColumn } from '../../shared/ui/table/ExportButton';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed';
import { Moment } from '../../shared/ui/facts/Moment';
import { Pager } from '../../shared/ui/table/Pager';
import { Section } from '../../shared/ui/page/Section';
import { Link } from 'react-router-dom';
import { useGetFeedbackResultsQuery, useLazyGetFeedbackResultsQuery } from './api';
import { LoadingRows } from '../../shared/ui/feedback/LoadingRows';
import textStyles from '../../shared/ui/page/text.module.css';
import styles from './FeedbackResults.module.css';
import { classes } from '../../shared/ui/plain/classes';

/** The CSV file is read in a single request; longer lists are refused. */
const ALL_ROWS = { page: 1, limit: 5000 };

const COLUMNS: readonly Column<FeedbackAnswer, never>[] = [
  {
    key: 'answered',
    title: 'marketing.answered_at',
    width: 120,
    onPhone: 'fact',
    cell: ({ answered }) => <Moment at={answered} isShort />,
  },
  { key: 'stars', title: 'marketing.stars_given', width: 96, onPhone: 'fact', cell: ({ stars }) => <Stars stars={stars} /> },
  {
    key: 'message',
    title: 'marketing.message',
    width: 280,
    grows: true,
    onPhone: 'fact',
    cell: ({ message }) => (message === '' ? '–' : <span className={textStyles.preLine}>{message}</span>),
  },
  { key: 'guest', title: 'guests.one', width: 160, grows: true, onPhone: 'name', cell: (answer) => <Guest answer={answer} /> },
];

const CSV: readonly CsvColumn<FeedbackAnswer>[] = [
  { title: 'marketing.answered_at', cell: ({ answered }) => answered ?? '' },
  { title: 'marketing.stars_given', cell: ({ stars }) => stars ?? '' },
  { title: 'marketing.message', cell: ({ message }) => message },
  { title: 'guests.name', cell: ({ name }) => name },
  { title: 'guests.email', cell: ({ email }) => email },
];

/** Results of a hotspot's feedback questions: counts, stars by month, and the answers. */
export function FeedbackResults({ hotspotId }: { hotspotId: number }) {
  const [{ page, size }, setPaging] = useState<{ page: number; size: PageSize }>({ page: 1, size: 25 });
  const results = useGetFeedbackResultsQuery({ hotspotId, page, limit: size });
  const [readAll] = useLazyGetFeedbackResultsQuery();
  const { data } = results;
  if (isLost(results) && !data) return <LoadFailed message="marketing.results_failed" onRetry={results.refetch} />;
  if (!data) return <LoadingRows rows={3} />;
  return (
    <Section title="marketing.results">
      {data.obstacle !== null && (
        <Alert className={classes(styles.obstacle)} type="warning" showIcon title={<FormattedMessage id={OBSTACLES[data.obstacle]} />} />
      )}
      {COUNTS.some(([name]) => data[name] > 0) ? (
        <dl className={styles.counts}>
          {COUNTS.map(([name, label]) => (
            <div key={name}>
              <dt>
                <FormattedMessage id={label} />
              </dt>
              <dd>
                <FormattedNumber value={data[name]} />
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        data.obstacle === null && <FormattedMessage id="marketing.nobody_asked" />
      )}
      {data.stars.length > 0 && <StarsByMonth stars={data.stars} />}
      {data.total > 0 && (
        <>
          <Flex justify="space-between" align="center" gap={8} wrap>
            <Typography.Title level={3} className={classes(styles.title)}>
              <FormattedMessage id="marketing.answers" />
            </Typography.Title>
            <ExportButton
              total={data.total}
              columns={CSV}
              of={`feedback ${String(hotspotId)}`}
              read={async () => (await readAll({ hotspotId, ...ALL_ROWS })).data?.data}
            />
          </Flex>
          <DataTable
            label="marketing.answers"
            columns={COLUMNS}
            rows={data.data}
            isLoading={false}
            empty={null}
            isRefreshing={results.isFetching}
            nameOf={({ name, email }) => name || email}
          />
          <Pager
            page={page}
            size={size}
            total={data.total}
            onTurn={(turned) => setPaging({ page: turned, size })}
            onResize={(resized) => setPaging({ page: 1, size: resized })}
          />
        </>
      )}
    </Section>
  );
}

const COUNTS = [
  ['planned', 'marketing.count_planned'],
  ['sent', 'marketing.count_sent'],
  ['failed', 'marketing.count_failed'],
  ['opened', 'marketing.count_opened'],
  ['answered', 'marketing.count_answered'],
  ['refused', 'marketing.count_refused'],
] as const;

const OBSTACLES = {
  no_mail_server: 'marketing.obstacle_mail',
  no_public_url: 'marketing.obstacle_url',
  no_portal: 'marketing.obstacle_portal',
} as const;

function Stars({ stars }: { stars: number | null }) {
  const intl = useIntl();
  if (stars === null) return '–';
  return (
    <span role="img" aria-label={intl.formatMessage({ id: 'marketing.stars' }, { stars })}>
      {'★'.repeat(stars) + '☆'.repeat(5 - stars)}
    </span>
  );
}

/** The guest who answered, with an e-mail address for a reply. */
function Guest({ answer: { user_id, name, email } }: { answer: FeedbackAnswer }) {
  if (user_id === 0) return <FormattedMessage id="marketing.erased" />;
  return (
    <Flex vertical>
      <Link to={paths.guest.to(user_id)}>{name || email}</Link>
      {email !== '' && (
        <a href={`mailto:${email}`}>
          <FormattedMessage id="marketing.reply" />
        </a>
      )}
    </Flex>
  );
}

function StarsByMonth({ stars }: Pick<Results, 'stars'>) {
  return (
    <table className={styles.stars}>
      <caption>
        <FormattedMessage id="marketing.stars_by_month" />
      </caption>
      <thead>
        <tr>
          <th scope="col">
            <FormattedMessage id="marketing.month" />
          </th>
          {[1, 2, 3, 4, 5].map((given) => (
            <th key={given} scope="col">
              {given} <span aria-hidden>★</span>
            </th>
          ))}
          <th scope="col">
            <FormattedMessage id="marketing.average" />
          </th>
        </tr>
      </thead>
      <tbody>
        {stars.map(({ month, counts }) => (
          <tr key={month}>
            <th scope="row">
              <FormattedDate value={`${month}-01T00:00:00Z`} timeZone="UTC" month="long" year="numeric" />
            </th>
            {counts.map((count, nth) => (
              <td key={nth}>{count}</td>
            ))}
            <td>
              <FormattedNumber value={averageOf(counts)} maximumFractionDigits={1} minimumFractionDigits={1} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const averageOf = (counts: readonly number[]): number =>
  counts.reduce((sum, count, nth) => sum + count * (nth + 1), 0) / counts.reduce((sum, count) => sum + count, 0);
