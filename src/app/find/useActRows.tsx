import EnterOutlined from '@ant-design/icons/EnterOutlined';
import { useIntl } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import type { FoundItem } from '../../contract/find';
import { managesSeveralHotspots } from '../../contract/plain/roles';
import { isReplaceable } from '../../contract/plain/voucherState';
import { useGetSecondFactorQuery } from '../../features/auth/api';
import { selectUser, type LoggedUser } from '../../features/auth/slice';
import { selectPathname } from '../../shared/location';
import { kindAt, selectRecents } from '../../shared/recents';
import type { MessageId } from '../routes';
import { actsOf, type Kind, type OfferedAct, type Target } from './acts';
import type { Row } from './findRow';
import { beginsWith, readLength, readNameAndLength, restAfter } from './typed';
import { useFound } from './useFound';

/** Maximum number of actions shown. */
const MOST_ACTS = 8;

/** Number of characters from which the server is asked for what an action depends on: fewer are the beginning of anything. */
const MIN_LENGTH = 3;

interface Acting {
  /** The hotspot that an action is about if none is named. */
  here: Target | null;
  onClose: () => void;
  /** Completes the typed text. */
  onFill: (text: string) => void;
}

/** An action that is not possible with what has the name typed after it. */
export interface Missed {
  message: MessageId;
  q: string;
  items: FoundItem[];
}

/**
 * The actions for what was typed, as “disconnect rossi”, and what was found for the name after their title. `missed` if the action is not
 * possible with any of that.
 */
export function useActRows(wanted: string, { here, onClose, onFill }: Acting) {
  const intl = useIntl();
  const dispatch = useDispatch();
  const user = useSelector(selectUser);
  const matching = matchingActs(user, wanted, (id) => intl.formatMessage({ id }));
  const isAboutFactor = wanted.length >= MIN_LENGTH && matching.some(({ hasFactor, rest }) => hasFactor !== undefined && rest === '');
  const factor = useGetSecondFactorQuery(user?.id ?? 0, { skip: !isAboutFactor || user === null }).data;
  const acts = matching.filter(({ hasFactor }) => hasFactor === undefined || (factor && hasFactor === (factor.since !== null)));
  const ofVoucher = managesSeveralHotspots(user?.account_type) ? (readLength(wanted)?.rest ?? '') : '';
  const rest = acts.find((act) => act.rest !== '')?.rest ?? ofVoucher;
  const matches = useFound(readNameAndLength(rest).name);
  const current = useCurrent();

  /** `subject`: the object that the act is about, if it still has to be found by its name. */
  const actRow = (act: OfferedAct, target: Target | null, subject?: Target): Row => {
    const title = intl.formatMessage({ id: act.title });
    const isOpen = act.on !== null && target === null;
    const days = target?.days === undefined ? null : intl.formatMessage({ id: 'guests.plus_days' }, { days: target.days });
    const device = target?.device && intl.formatMessage({ id: 'find.device' }, target.device);
    const note =
      isOpen && act.on
        ? intl.formatMessage({ id: 'find.which' }, { kind: act.on })
        : [target?.title, days, device].filter(Boolean).join(' · ');
    return {
      key: `act ${act.name} ${target?.archived ? 'archived' : ''} ${String(target?.id ?? 0)} ${String(target?.device?.nth ?? '')}`,
      group: 'act',
      icon: <EnterOutlined />,
      title,
      ...(note !== '' && { note: <bdi className="clipped soft">{note}</bdi> }),
      run: () => {
        if (isOpen) onFill(`${title} ${subject?.title ?? ''}`);
        else {
          onClose();
          dispatch(act.open(target ?? NO_TARGET));
        }
      },
    };
  };
  const rows = acts.flatMap(({ rest: name, ...act }): Row[] => {
    if (act.on === null) return name === '' ? [actRow(act, null)] : [];
    const { days } = readNameAndLength(name);
    const withDays = act.name === 'guests/extend' && days !== undefined ? { days } : {};
    if (readNameAndLength(name).name !== '')
      return (matches.items ?? [])
        .filter((item) => item.kind === act.on && isOpenTo(act, item, matches.answeredAt))
        .flatMap((item) => act.within?.(item) ?? [item])
        .map((target) => actRow(act, { ...target, ...withDays }));
    const subject = act.on === 'hotspot' && here ? here : current?.kind === act.on ? current : null;
    if (act.within) return [actRow(act, null, subject ?? undefined)];
    return [actRow(act, subject && { ...subject, ...withDays })];
  });
  return { rows: rows.slice(0, MOST_ACTS), rest, matches, missed: rows.length === 0 ? missedBy(acts, matches.items) : null };
}

function missedBy(acts: readonly (OfferedAct & { rest: string })[], found: readonly FoundItem[] = []): Missed | null {
  const [act] = acts;
  const items = found.filter(({ kind }) => kind === act?.on);
  if (!act?.impossible || items.length === 0) return null;
  return { message: act.impossible, q: readNameAndLength(act.rest).name, items };
}

const NO_TARGET: Target = { id: 0, title: '' };

/**
 * The actions whose titles match the most of the typed text, and the text that is left after each title. Those whose titles begin with what
 * was typed come first.
 */
function matchingActs(user: LoggedUser | null, wanted: string, textOf: (id: OfferedAct['title']) => string) {
  if (!user || wanted === '') return [];
  const matching = actsOf(user.account_type).flatMap((act) => {
    const title = textOf(act.title);
    const rest = restAfter(title, wanted);
    return rest === null ? [] : [{ ...act, rest, begins: beginsWith(title, wanted) }];
  });
  const least = Math.min(...matching.map(({ rest }) => rest.length));
  return matching.filter(({ rest }) => rest.length === least).toSorted((one, other) => Number(other.begins) - Number(one.begins));
}

/** Whether an action is possible with an object that was found. */
function isOpenTo(act: OfferedAct, item: FoundItem, now: number): boolean {
  return act.name !== 'vouchers/replace' || (item.voucher !== undefined && isReplaceable(item.voucher, now));
}

/** The object that the current page is about; null until the page has loaded it. */
function useCurrent(): (Target & { kind: Kind }) | null {
  const pathname = useSelector(selectPathname);
  const recents = useSelector(selectRecents);
  const about = kindAt(pathname);
  const opened = recents.find((recent) => recent.pathname === pathname);
  return about && opened ? { ...about, title: opened.title, ...(opened.search !== '' && { archived: true as const }) } : null;
}
