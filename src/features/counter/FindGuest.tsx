import SearchOutlined from '@ant-design/icons/SearchOutlined';
import { Input } from 'antd';
import { useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import { Link, useNavigate } from 'react-router-dom';
import type { FoundItem } from '../../contract/find';
import { FOUND_AT_MOST } from '../../contract/plain/wire';
import { capabilities } from '../../shared/backEnd/capabilities';
import { paths } from '../../shared/paths';
import { useDebouncedValue } from '../../shared/useDebouncedValue';
import { useFindHereQuery } from '../find/api';
import { FoundStatus } from '../find/FoundStatus';
import { SearchFailed } from '../find/SearchFailed';
import { FoundVoucher } from '../vouchers/FoundVoucher';
import { LostTicketButton } from './LostTicketButton';
import { guestSought, selectSought } from './slice';
import { useScanner } from './useScanner';
import { useEnterAhead } from '../../shared/ui/form/useEnterAhead';
import foundListStyles from '../../shared/ui/table/foundList.module.css';

/** Debounce of the search, in milliseconds. */
const PAUSE = 150;

const addressOf = ({ kind, id, archived, hotspot_id, title }: FoundItem) =>
  kind === 'guest' ? paths.guest.to(id, archived ?? false) : paths.hotspot.toVoucher(hotspot_id, title);

/** Finds a guest of the hotspot as you type, by name, e-mail, phone, code or device address. Enter opens the first result. */
export function FindGuest({ hotspotId }: { hotspotId: number }) {
  return capabilities().canFindAnything ? <FindLive hotspotId={hotspotId} /> : <FindInList />;
}

function FindLive({ hotspotId }: { hotspotId: number }) {
  const intl = useIntl();
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const sought = useSelector(selectSought);
  const [typed, setTyped] = useState(sought);
  const wanted = typed.trim();
  const q = useDebouncedValue(wanted, PAUSE);
  useEffect(() => {
    dispatch(guestSought(q));
  }, [q, dispatch]);
  const found = useFindHereQuery({ q, hotspot: hotspotId }, { skip: q === '', refetchOnMountOrArgChange: true });
  // Don't offer results of an earlier query.
  const items = q === wanted ? found.currentData : undefined;
  const hasFailed = q === wanted && found.isError;
  const now = found.fulfilledTimeStamp ?? 0;
  const openFirst = () => {
    const [first] = items ?? [];
    if (first) void navigate(addressOf(first));
  };
  const enterAhead = useEnterAhead(wanted !== '' && items === undefined && !hasFailed, openFirst);
  const seek = (text: string) => {
    enterAhead.forget();
    setTyped(text);
  };
  // A scanned code replaces whatever was in the box: the ticket in hand is meant.
  useScanner((code) => {
    seek(code);
    dispatch(guestSought(code));
  });
  return (
    <>
      <SearchBox value={typed} onChange={seek} onEnter={items ? openFirst : hasFailed ? () => void found.refetch() : enterAhead.wait} />
      {found.isError && q !== '' ? (
        <SearchFailed onRetry={found.refetch} />
      ) : (
        <div role="status" className={wanted === '' ? 'soft' : 'only-heard'}>
          {wanted === '' ? (
            <FormattedMessage id="counter.find_how" />
          ) : items ? (
            <FormattedMessage id="find.count" values={{ count: items.length }} />
          ) : (
            <FormattedMessage id="find.searching" />
          )}
        </div>
      )}
      {wanted !== '' && items?.length === 0 && (
        <div className="soft">
          <FormattedMessage id="counter.nobody_found" />
        </div>
      )}
      {items && items.length > 0 && (
        <ul className={foundListStyles.found} aria-label={intl.formatMessage({ id: 'counter.find' })}>
          {items.map((item) => (
            <li key={`${item.kind} ${item.archived ? 'archived' : ''} ${String(item.id)}`}>
              <Link to={addressOf(item)}>
                <bdi className="clipped">{item.title}</bdi>
                {item.voucher ? (
                  <FoundVoucher voucher={item.voucher} now={now} />
                ) : (
                  <>
                    <bdi className="clipped soft">{item.subtitle}</bdi>
                    <FoundStatus item={item} />
                  </>
                )}
              </Link>
              {item.voucher && (
                <LostTicketButton voucher={{ id: item.id, code: item.title, expires: item.voucher.expires }} now={now} isAtCounter />
              )}
            </li>
          ))}
        </ul>
      )}
      {capabilities().explainsAccess && (
        <Link to={paths.why.to({ q: wanted, hotspot: hotspotId })}>
          {wanted === '' ? <FormattedMessage id="why.title" /> : <FormattedMessage id="why.ask_of" values={{ q: wanted }} />}
        </Link>
      )}
      {items && items.filter(({ kind }) => kind === 'guest').length === FOUND_AT_MOST && (
        <Link to={paths.guests.matching(q)}>
          <FormattedMessage id="find.all_guests" values={{ q }} />
        </Link>
      )}
    </>
  );
}

/** If the back end has no global search, Enter opens the guest list. */
function FindInList() {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  return (
    <>
      <SearchBox
        value={typed}
        onChange={setTyped}
        onEnter={() => typed.trim() !== '' && void navigate(`${paths.guests.to()}?q=${encodeURIComponent(typed.trim())}`)}
      />
      <div className="soft">
        <FormattedMessage id="counter.find_in_list" />
      </div>
    </>
  );
}

function SearchBox({ value, onChange, onEnter }: { value: string; onChange: (text: string) => void; onEnter: () => void }) {
  const intl = useIntl();
  return (
    <Input
      role="searchbox"
      data-scanned
      size="large"
      allowClear
      value={value}
      prefix={<SearchOutlined aria-hidden />}
      aria-label={intl.formatMessage({ id: 'counter.find' })}
      placeholder={intl.formatMessage({ id: 'counter.find_what' })}
      autoComplete="off"
      onChange={({ target }) => onChange(target.value)}
      onPressEnter={(event) => {
        // When a scanner typed the Enter, the code has been handled already.
        if (!event.defaultPrevented) onEnter();
      }}
    />
  );
}
