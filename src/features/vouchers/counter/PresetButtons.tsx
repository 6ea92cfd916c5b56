import PlusOutlined from '@ant-design/icons/PlusOutlined';
import SettingOutlined from '@ant-design/icons/SettingOutlined';
import UploadOutlined from '@ant-design/icons/UploadOutlined';
import { Button, Flex } from 'antd';
import { useState, type MouseEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import { presetsIn, PRESETS_KEY, type Preset } from '../../../contract/presets';
import { may } from '../../../contract/roles';
import { capabilities } from '../../../shared/backEnd/capabilities';
import { dialogOpened } from '../../../shared/dialogs';
import { FailureAlert } from '../../../shared/ui/FailureAlert';
import { useShortcuts } from '../../../shared/ui/useShortcuts';
import { useSubmitOnce } from '../../../shared/useSubmitOnce';
import { selectUser } from '../../auth/slice';
import { selectHotspotPreferences, type HoldingAnswers } from '../../hotspots/slice';
import type { VoucherType } from '../api';
import { hasQuestions, NOTHING_ASKED, presetName, presetSentence, toVoucher, typeFor } from './presetVouchers';
import { notMade, useMakeVoucher } from './useMakeVoucher';

/** Each presses a preset, in their order. */
const PRESET_KEYS = ['1', '2', '3', '4', '5'] as const;

/** Ignore the second click of a double click; it isn't meant to create another voucher. */
export const isRepeated = ({ detail }: MouseEvent) => detail > 1;

/** A button for each of the hotspot's presets: one click creates a voucher, unless a date or a name is needed. */
export function PresetButtons({ hotspotId, types }: { hotspotId: number; types: readonly VoucherType[] }) {
  const intl = useIntl();
  const dispatch = useDispatch();
  const user = useSelector(selectUser);
  const stored = useSelector((state: HoldingAnswers) => selectHotspotPreferences(state, hotspotId)?.[PRESETS_KEY]);
  const presets = presetsIn(stored);
  const { make, isMaking, error } = useMakeVoucher();
  const [pressed, setPressed] = useState<Preset | null>(null);
  const makeOnce = useSubmitOnce(async (preset: Preset) => {
    setPressed(preset);
    await make(toVoucher(hotspotId, { preset, type: typeFor(types) }, NOTHING_ASKED, Date.now()));
  });
  const press = (preset: Preset) => {
    if (hasQuestions(preset, types)) dispatch(dialogOpened({ name: 'vouchers/preset', args: { hotspotId, preset } }));
    else void makeOnce(preset);
  };
  const createOthers = () => dispatch(dialogOpened({ name: 'vouchers/create', args: { hotspotId } }));
  const byKey = PRESET_KEYS.map((key, at): [string, (() => void) | undefined] => {
    const preset = presets[at];
    return [key, preset && (() => press(preset))];
  });
  useShortcuts({ n: createOthers, ...Object.fromEntries(byKey) });
  const canChange =
    capabilities().hasWholeCounter &&
    user !== null &&
    user.account_type !== 'customer' &&
    may(user.account_type, 'hotspot_preferences.update');
  return (
    <>
      <div className="preset-buttons" role="group" aria-label={intl.formatMessage({ id: 'counter.new' })}>
        {presets.map((preset, at) => (
          <Button
            // Two presets may be identical, so only the index is unique.
            key={at}
            type={at === 0 ? 'primary' : 'default'}
            className="preset-button"
            loading={isMaking && pressed === preset}
            title={presetSentence(intl, preset)}
            aria-keyshortcuts={PRESET_KEYS[at]}
            onClick={(event) => isRepeated(event) || press(preset)}
          >
            <bdi className="preset-name">{presetName(intl, preset)}</bdi>
            {at < PRESET_KEYS.length && (
              <kbd aria-hidden className="preset-key">
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
      {error && !isMaking && <FailureAlert {...notMade(error)} error={error} isUntyped />}
    </>
  );
}
