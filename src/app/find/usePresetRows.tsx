import BarcodeOutlined from '@ant-design/icons/BarcodeOutlined';
import { useIntl } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import type { FoundItem } from '../../contract/find';
import { presetsIn, PRESETS_KEY, type Preset } from '../../contract/plain/presets';
import { managesSeveralHotspots } from '../../contract/plain/roles';
import { selectUser } from '../../features/auth/slice';
import { useHotspotPreferences } from '../../features/hotspots/api';
import { hasQuestions, NO_ANSWERS, presetName, readGuest, toVoucher, typeFor } from '../../features/counter/presetVouchers';
import { useMakeVoucher } from '../../features/counter/useMakeVoucher';
import { useVoucherTypes } from '../../features/vouchers/useVoucherTypes';
import { capabilities } from '../../shared/backEnd/capabilities';
import { dialogOpened } from '../../shared/dialogs';
import { useSubmitOnce } from '../../shared/useSubmitOnce';
import { actsOf, type Target } from './acts';
import { restAfter, type readLength } from './typed';
import type { Row } from './findRow';

/**
 * Rows that create a voucher from a preset: "3 days"; "3 days hotel-bora" for users with several hotspots; "3 days Rossi 204" for users
 * with one, where the rest names the guest.
 */
export function usePresetRows(
  wanted: string,
  length: ReturnType<typeof readLength>,
  matches: readonly FoundItem[] | undefined,
  here: Target | null,
  { onClose, onFill }: { onClose: () => void; onFill: (text: string) => void },
) {
  const intl = useIntl();
  const dispatch = useDispatch();
  const role = useSelector(selectUser)?.account_type;
  const hasMany = managesSeveralHotspots(role);
  const hotspot = hasMany && length && length.rest !== '' ? (matches?.find(({ kind }) => kind === 'hotspot') ?? null) : here;
  const hotspotId = hotspot?.id ?? 0;
  const types = useVoucherTypes(hotspotId);
  const { data: preferences } = useHotspotPreferences(hotspotId);
  const { make, isMaking, error } = useMakeVoucher();
  const makeOnce = useSubmitOnce(async ({ preset, typed }: { preset: Preset; typed: string }) => {
    const guest = readGuest(typed);
    const type = typeFor(types, preset, guest.name);
    await make(toVoucher(hotspotId, { preset, type }, { ...NO_ANSWERS, ...guest }, Date.now()), (voucher) => {
      onClose();
      dispatch(dialogOpened({ name: 'vouchers/show', args: { hotspotId, voucher } }));
    });
  });
  const state = { isMaking, error };
  if (role && hasMany && length?.rest === '' && !here && actsOf(role).some(({ name }) => name === 'vouchers/create')) {
    const note = [
      intl.formatMessage({ id: 'vouchers.days' }, { days: length.days }),
      intl.formatMessage({ id: 'find.which' }, { kind: 'hotspot' }),
    ];
    const where: Row = {
      key: 'preset where',
      group: 'act',
      icon: <BarcodeOutlined />,
      title: intl.formatMessage({ id: 'counter.create' }),
      note: <bdi className="clipped soft">{note.join(' · ')}</bdi>,
      run: () => onFill(`${wanted} `),
    };
    return { rows: capabilities().hasWholeCounter ? [where] : [], state };
  }
  if (!preferences || hotspotId === 0 || types.length === 0 || !capabilities().hasWholeCounter) return { rows: [], state };
  const presets = presetsIn(preferences[PRESETS_KEY]);
  const row = (preset: Preset, guest: string, isSuggested = false): Row => ({
    key: `preset ${presetName(intl, preset)} ${presets.indexOf(preset)}`,
    group: 'act',
    icon: <BarcodeOutlined />,
    title: intl.formatMessage({ id: 'counter.create' }),
    note: (
      <bdi className="clipped soft">{[presetName(intl, preset), guest, hasMany ? hotspot?.title : ''].filter(Boolean).join(' · ')}</bdi>
    ),
    run: () => {
      const { name: user_name, room } = readGuest(guest);
      if (!isSuggested && !hasQuestions(preset, types)) void makeOnce({ preset, typed: guest });
      else {
        onClose();
        dispatch(dialogOpened({ name: 'vouchers/preset', args: { hotspotId, preset, user_name, room } }));
      }
    },
  });
  if (wanted === '') return { rows: presets.map((preset) => row(preset, '')), state };
  const guest = hasMany ? '' : (length?.rest ?? '');
  const ofLength = presets.filter(({ ends, days }) => ends === 'days' && days === length?.days);
  const byName = presets.flatMap((preset) => {
    const rest = ofLength.includes(preset) ? null : restAfter(presetName(intl, preset), wanted, { isWhole: true });
    return rest === null || (hasMany && rest !== '') ? [] : [row(preset, rest)];
  });
  if (!length) return { rows: byName, state };
  const [like = presets[0]] = presets.filter(({ ends, uses }) => ends === 'days' && uses <= 1);
  const suggested = ofLength.length === 0 && like ? [row({ ...like, name: '', ends: 'days', days: length.days }, guest, true)] : [];
  return { rows: [...ofLength.map((preset) => row(preset, guest)), ...suggested, ...byName], state };
}
