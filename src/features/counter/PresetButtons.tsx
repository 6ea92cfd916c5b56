import PlusOutlined from '@ant-design/icons/PlusOutlined';
import SettingOutlined from '@ant-design/icons/SettingOutlined';
import UploadOutlined from '@ant-design/icons/UploadOutlined';
import { Button, Flex, Input } from 'antd';
import { useState, type MouseEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import { MAX_ROOM } from '../../contract/plain/guestRows';
import { presetsIn, PRESETS_KEY, type Preset } from '../../contract/plain/presets';
import { may } from '../../contract/plain/roles';
import { capabilities } from '../../shared/backEnd/capabilities';
import { dialogOpened } from '../../shared/dialogs';
import { FailureAlert } from '../../shared/ui/feedback/FailureAlert';
import { useShortcuts } from '../../shared/ui/page/useShortcuts';
import { useSubmitOnce } from '../../shared/useSubmitOnce';
import { selectUser } from '../auth/slice';
import { useHotspotPreferences } from '../hotspots/api';
import type { VoucherType } from '../vouchers/api';
import { BETWEEN_SCANNED } from './useScanner';
import { hasQuestions, NO_ANSWERS, presetName, presetSentence, readGuest, toVoucher, typeFor } from './presetVouchers';
import { notCreated, useMakeVoucher } from './useMakeVoucher';
import { classes } from '../../shared/ui/plain/classes';
import styles from './PresetButtons.module.css';

/** Keys that activate the presets, in order. */
const PRESET_KEYS = ['1', '2', '3', '4', '5'] as const;

/** Ignore the second click of a double click; it isn't meant to create another voucher. */
export const isRepeated = ({ detail }: MouseEvent) => detail > 1;

/** A button for each of the hotspot's presets: one click creates a voucher, unless a date or a name is needed. */
export function PresetButtons({ hotspotId, types }: { hotspotId: number; types: readonly VoucherType[] }) {
  const intl = useIntl();
  const dispatch = useDispatch();
  const user = useSelector(selectUser);
  const stored = useHotspotPreferences(hotspotId).data?.[PRESETS_KEY];
  const presets = presetsIn(stored);
  const { make, isMaking, error } = useMakeVoucher();
  const [pressed, setPressed] = useState<Preset | null>(null);
  const [typed, setTyped] = useState('');
  const guest = readGuest(typed);
  const makeOnce = useSubmitOnce(async (preset: Preset) => {
    setPressed(preset);
    const type = typeFor(types, preset, guest.name);
    const failed = await make(toVoucher(hotspotId, { preset, type }, { ...NO_ANSWERS, ...guest }, Date.now()));
    // The next guest may have been typed in the meantime.
    if (!failed) setTyped((now) => (now === typed ? '' : now));
  });
  const press = (preset: Preset) => {
    if (!hasQuestions(preset, types)) void makeOnce(preset);
    else {
      dispatch(dialogOpened({ name: 'vouchers/preset', args: { hotspotId, preset, user_name: guest.name, room: guest.room } }));
      setTyped('');
    }
  };
  const createOthers = () => dispatch(dialogOpened({ name: 'vouchers/create', args: { hotspotId } }));
  const byKey = PRESET_KEYS.map((key, at): [string, (() => void) | undefined] => {
    const preset = presets[at];
    return [key, preset && (() => press(preset))];
  });
  useShortcuts({ n: createOthers, ...Object.fromEntries(byKey) }, { alone: BETWEEN_SCANNED });
  const canChange =
    capabilities().hasWholeCounter &&
    user !== null &&
    user.account_type !== 'customer' &&
    may(user.account_type, 'hotspot_preferences.update');
  return (
    <>
      {capabilities().hasWholeCounter && presets.length > 0 && (
        <Input
          size="large"
          aria-label={intl.formatMessage({ id: 'counter.guest' })}
          placeholder={intl.formatMessage({ id: 'counter.guest' })}
          autoComplete="off"
          maxLength={MAX_ROOM}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onPressEnter={() => presets[0] && press(presets[0])}
        />
      )}
      <div className={styles.presetButtons} role="group" aria-label={intl.formatMessage({ id: 'counter.new' })}>
        {presets.map((preset, at) => (
          <Button
            // Two presets may be identical, so only the index is unique.
            key={at}
            type={at === 0 ? 'primary' : 'default'}
            className={classes(styles.presetButton)}
            loading={isMaking && pressed === preset}
            title={presetSentence(intl, preset)}
            aria-keyshortcuts={PRESET_KEYS[at]}
            onClick={(event) => isRepeated(event) || press(preset)}
          >
            <bdi className={styles.presetName}>{presetName(intl, preset)}</bdi>
            {at < PRESET_KEYS.length && (
              <kbd aria-hidden className={styles.presetKey}>
                {PRESET_KEYS[at]}
              </kbd>
            )}
          </Button>
        ))}
      </div>
      <Flex gap={8} wrap>
        <Button type="text" icon={<PlusOutlined aria-hidden />} onClick={createOthers}>
          <FormattedMessage id="vouchers.new" />
        </Button>
        {capabilities().hasWholeCounter && (
          <Button
            type="text"
            icon={<UploadOutlined aria-hidden />}
            onClick={() => dispatch(dialogOpened({ name: 'vouchers/import', args: { hotspotId } }))}
          >
            <FormattedMessage id="import.title" />
          </Button>
        )}
        {canChange && (
          <Button
            type="text"
            icon={<SettingOutlined aria-hidden />}
            onClick={() => dispatch(dialogOpened({ name: 'vouchers/presets', args: { hotspotId } }))}
          >
            <FormattedMessage id="presets.change" />
          </Button>
        )}
      </Flex>
      {error && !isMaking && <FailureAlert {...notCreated(error)} error={error} isUntyped />}
    </>
  );
}
