import { Alert, Flex } from 'antd';
import { FormattedMessage, useIntl } from 'react-intl';
import { useSelector } from 'react-redux';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import type { FoundItem } from '../../contract/find';
import { managesSeveralHotspots } from '../../contract/plain/roles';
import { MAX_LENGTH } from '../../contract/plain/wire';
import { isMissing } from '../../shared/failure';
import { SearchBox } from '../../shared/list/SearchBox';
import { paths } from '../../shared/paths';
import { ShownZone } from '../../shared/ui/facts/Moment';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed';
import { PageHead } from '../../shared/ui/page/PageHead';
import { useTitle } from '../../shared/ui/page/useTitle';
import { selectUser } from '../auth/slice';
import { FoundStatus } from '../find/FoundStatus';
import { HotspotPicker } from '../hotspots/HotspotPicker';
import { FoundVoucher } from '../vouchers/FoundVoucher';
import { Answer } from './Answer';
import { useGetWhyQuery, type WhyParams } from './api';
import { LoadingRows } from '../../shared/ui/feedback/LoadingRows';
import foundListStyles from '../../shared/ui/table/foundList.module.css';
import styles from './WhyPage.module.css';
import { classes } from '../../shared/ui/plain/classes';
import spacingStyles from '../../shared/ui/page/spacing.module.css';

/** Polling interval in milliseconds: while the guest tries again, the result should soon appear. */
const REFRESH_AFTER = 20_000;

const numberIn = (params: URLSearchParams, name: string) => (/^\d{1,9}$/.test(params.get(name) ?? '') ? Number(params.get(name)) : 0);

/** Why a guest can't get online: each check of the rules that decide logins, and how to fix what it found. The guest is in the URL. */
export function WhyPage() {
  useTitle('why.title');
  const intl = useIntl();
  const navigate = useNavigate();
  const role = useSelector(selectUser)?.account_type;
  // Read from the router: the store may already have the next location.
  const [params] = useSearchParams();
  const q = (params.get('q') ?? '').trim().slice(0, MAX_LENGTH.search);
  const hotspot = numberIn(params, 'hotspot');
  const query: WhyParams = {
    ...(q !== '' && { q }),
    ...Object.fromEntries(
      (['hotspot', 'guest', 'voucher', 'unit'] as const).flatMap((name) => {
        const id = numberIn(params, name);
        return id === 0 ? [] : [[name, id]];
      }),
    ),
    ...(params.get('archived') === 'true' && { archived: 'true' as const }),
  };
  const hasQuery = q !== '' || query.guest !== undefined || query.voucher !== undefined || query.unit !== undefined;
  const { currentData, error, refetch, fulfilledTimeStamp } = useGetWhyQuery(query, {
    skip: !hasQuery,
    refetchOnMountOrArgChange: true,
    pollingInterval: REFRESH_AFTER,
    skipPollingIfUnfocused: true,
  });
  if (!role) return null;
  const hasMany = managesSeveralHotspots(role);
  const about = { hotspot, ...(query.unit !== undefined && { unit: query.unit }) };
  const search = (text: string) => void navigate(paths.why.to({ ...about, q: text }));
  return (
    <>
      <PageHead title={<FormattedMessage id="why.title" />} />
      <Flex vertical gap={16} className={classes(styles.answers)}>
        <Flex gap={8} wrap>
          <SearchBox isMain search={q} label="why.what" onSearch={search} />
          {hasMany && (
            <HotspotPicker value={hotspot} onChoose={(id) => void navigate(paths.why.to({ ...(q !== '' && { q }), hotspot: id }))} />
          )}
        </Flex>
        {!hasQuery && (
          <p className={classes(styles.how, 'soft')}>
            <FormattedMessage id="why.how" />
          </p>
        )}
        {hasQuery && isMissing(error) && <Alert type="info" showIcon role="alert" title={<FormattedMessage id="why.gone" />} />}
        {hasQuery && error && !isMissing(error) && !currentData && <LoadFailed message="why.load_failed" onRetry={refetch} />}
        {hasQuery && !error && !currentData && <LoadingRows rows={8} />}
        {hasQuery && currentData && !isMissing(error) && (
          <>
            {currentData.answer && (
              <ShownZone value={currentData.answer.zone}>
                <Answer answer={currentData.answer} role={role} />
              </ShownZone>
            )}
            {currentData.matches.length > 0 && (
              <section aria-label={intl.formatMessage({ id: 'why.which' })}>
                <p role="status" className={spacingStyles.flush}>
                  <FormattedMessage id={currentData.answer ? 'why.or_which' : 'why.which'} />
                </p>
                <ul className={foundListStyles.found}>
                  {currentData.matches.map((item) => (
                    <li key={`${item.kind} ${item.archived ? 'archived' : ''} ${String(item.id)}`}>
                      <Link to={paths.why.to({ q, ...about, ...subjectOf(item) })}>
                        <bdi className="clipped">{item.title}</bdi>
                        {item.voucher ? (
                          <FoundVoucher voucher={item.voucher} now={fulfilledTimeStamp ?? 0} />
                        ) : (
                          <>
                            <bdi className="clipped soft">{item.subtitle}</bdi>
                            <FoundStatus item={item} />
                          </>
                        )}
                      </Link>
                    </li>
                  ))}
                </ul>
              </section>
            )}
            {!currentData.answer && currentData.matches.length === 0 && (
              <p role="status" className={spacingStyles.flush}>
                <FormattedMessage id={hasMany && hotspot === 0 ? 'why.nobody_choose' : 'why.nobody'} values={{ q }} />
              </p>
            )}
          </>
        )}
      </Flex>
    </>
  );
}

const subjectOf = ({ kind, id, archived }: FoundItem) =>
  kind === 'guest' ? { guest: id, ...(archived && { archived: 'true' as const }) } : { voucher: id };
