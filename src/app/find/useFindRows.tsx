import BarcodeOutlined from '@ant-design/icons/BarcodeOutlined';
import EnterOutlined from '@ant-design/icons/EnterOutlined';
import FileOutlined from '@ant-design/icons/FileOutlined';
import IdcardOutlined from '@ant-design/icons/IdcardOutlined';
import QuestionCircleOutlined from '@ant-design/icons/QuestionCircleOutlined';
import ShopOutlined from '@ant-design/icons/ShopOutlined';
import TeamOutlined from '@ant-design/icons/TeamOutlined';
import WifiOutlined from '@ant-design/icons/WifiOutlined';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import type { FoundItem } from '../../contract/find';
import { macOf } from '../../contract/plain/macAddress';
import { managesSeveralHotspots } from '../../contract/plain/roles';
import { FOUND_AT_MOST } from '../../contract/plain/wire';
import { selectUser, type LoggedUser } from '../../features/auth/slice';
import { FoundStatus } from '../../features/find/FoundStatus';
import { useGetHotspotQuery } from '../../features/hotspots/api';
import { FoundVoucher } from '../../features/vouchers/FoundVoucher';
import { isReplaceable } from '../../contract/plain/voucherState';
import { capabilities } from '../../shared/backEnd/capabilities';
import { dialogOpened } from '../../shared/dialogs';
import { selectPathname } from '../../shared/location';
import { paths } from '../../shared/paths';
import { selectRecents } from '../../shared/recents';
import type { Kind, Target } from './acts';
import { pagesOf } from './pages';
import { readLength, restAfter, subjectOf } from './typed';
import { GROUPS, type Row } from './findRow';
import { useActRows } from './useActRows';
import { useFound } from './useFound';
import { usePresetRows } from './usePresetRows';
import { usePreference } from '../../shared/usePreference';

const ICONS: Record<Kind, ReactNode> = {
  guest: <TeamOutlined />,
  voucher: <BarcodeOutlined />,
  hotspot: <ShopOutlined />,
  unit: <WifiOutlined />,
  account: <IdcardOutlined />,
};

const PAGES: Record<Kind, (item: FoundItem) => string> = {
  guest: ({ id, archived }) => paths.guest.to(id, archived ?? false),
  voucher: ({ hotspot_id, title }) => paths.hotspot.toVoucher(hotspot_id, title),
  hotspot: ({ id }) => paths.hotspot.to(id),
  unit: ({ id }) => paths.unit.to(id),
  account: ({ id }) => paths.account.to(id),
};

/** The rows for what was typed. `onFill` completes the typed text. */
export function useFindRows(typed: string, { onClose, onFill }: { onClose: () => void; onFill: (text: string) => void }) {
  const intl = useIntl();
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const user = useSelector(selectUser);
  const wanted = typed.trim();
  const length = readLength(wanted);
  const hasMany = managesSeveralHotspots(user?.account_type);
  // Offered for "why rossi", and for a MAC address, which can't be used for anything else here.
  const question = subjectOf(intl.formatMessage({ id: 'why.title' }), wanted);
  const sufferer = macOf(wanted) === '' ? question : wanted;
  const sought = question === '' ? wanted : question;
  const { items, answer, isSearching } = useFound(sought);
  const here = useHotspotHere(user);
  const acts = useActRows(wanted, { here, onClose, onFill });
  const presets = usePresetRows(wanted, length, hasMany && acts.rest !== '' ? acts.matches.items : undefined, here, { onClose, onFill });
  const recents = useSelector(selectRecents);
  const pathname = useSelector(selectPathname);
  if (!user) return { rows: [], count: 0, missed: null, retry: null, isSearching: false, ...presets.state };

  const go = (to: string) => () => {
    onClose();
    void navigate(to);
  };
  const pages = pagesOf(user, here?.id ?? 0)
    .filter(({ title }) => wanted === '' || restAfter(intl.formatMessage({ id: title }), wanted) === '')
    .map(({ title, to, icon }): Row => ({
      key: `page ${to}`,
      group: 'page',
      icon: icon ?? <FileOutlined />,
      title: intl.formatMessage({ id: title }),
      to,
      run: go(to),
    }));
  // Of an action that is not possible with what it names, that itself is offered.
  const missed = items?.length === 0 ? acts.missed : null;
  const found = (missed?.items ?? items ?? []).flatMap((item): Row[] => [
    {
      key: `${item.kind} ${item.archived ? 'archived' : ''} ${String(item.id)}`,
      group: item.kind,
      icon: ICONS[item.kind],
      title: item.title,
      to: PAGES[item.kind](item),
      run: go(PAGES[item.kind](item)),
      note: (
        <>
          <bdi className="clipped soft">{item.subtitle}</bdi>
          {item.voucher && <FoundVoucher voucher={item.voucher} now={answer.fulfilledTimeStamp ?? 0} />}
          <FoundStatus item={item} />
        </>
      ),
    },
    ...lostTicket(item),
  ]);
  function lostTicket({ id, title: code, voucher }: FoundItem): Row[] {
    if (!voucher || !capabilities().hasWholeCounter || !isReplaceable(voucher, answer.fulfilledTimeStamp ?? 0)) return [];
    const title = intl.formatMessage({ id: 'counter.lost_one' }, { code });
    const run = () => {
      onClose();
      dispatch(dialogOpened({ name: 'vouchers/replace', args: { voucher: { id, code }, isAtCounter: false } }));
    };
    return [{ key: `lost ${id}`, group: 'voucher', icon: <EnterOutlined />, title, run }];
  }
  const more = (items ?? []).filter(({ kind }) => kind === 'guest').length === FOUND_AT_MOST;
  const allGuests: Row[] = more
    ? [
        {
          key: 'all guests',
          group: 'guest',
          icon: <TeamOutlined />,
          to: paths.guests.matching(sought),
          run: go(paths.guests.matching(sought)),
          title: intl.formatMessage({ id: 'find.all_guests' }, { q: sought }),
        },
      ]
    : [];
  const why: Row[] =
    capabilities().explainsAccess && sufferer !== ''
      ? [
          {
            key: 'why',
            group: 'page',
            icon: <QuestionCircleOutlined />,
            to: paths.why.to({ q: sufferer }),
            title: intl.formatMessage({ id: 'why.ask_of' }, { q: sufferer }),
            run: go(paths.why.to({ q: sufferer })),
          },
        ]
      : [];
  const recentRows = recents
    .filter((recent) => recent.pathname !== pathname)
    .map((recent): Row => {
      const to = recent.pathname + recent.search;
      return { key: `recent ${to}`, group: 'recent', icon: ICONS[recent.kind], title: recent.title, to, run: go(to) };
    });
  const inOrder =
    wanted === '' ? [...presets.rows, ...recentRows, ...pages] : [...presets.rows, ...acts.rows, ...pages, ...why, ...found, ...allGuests];
  // In the order in which they are shown, which the arrow keys follow.
  const rows = Object.keys(GROUPS).flatMap((group) => inOrder.filter((row) => row.group === group));
  return {
    rows,
    count: rows.length,
    missed,
    /** Asks again, if the search failed. */
    retry: answer.isError && wanted !== '' ? answer.refetch : null,
    isSearching: isSearching || acts.matches.isSearching,
    ...presets.state,
  };
}

/** The hotspot to use if none is named: the user's own one, that of the current page, or the one selected last. */
function useHotspotHere(user: LoggedUser | null): Target | null {
  const pathname = useSelector(selectPathname);
  const selected_hotspot_id = usePreference('selected_hotspot_id');
  const ofPage = Number(/^\/hotspots\/(\d{1,9})(?:\/|$)/.exec(pathname)?.[1] ?? 0);
  const id = user && !managesSeveralHotspots(user.account_type) ? (user.info?.hotspot_id ?? 0) : ofPage || selected_hotspot_id;
  const { currentData: hotspot } = useGetHotspotQuery(id, { skip: id === 0 });
  return hotspot ? { id, title: hotspot.name } : null;
}
