import CloseOutlined from '@ant-design/icons/CloseOutlined';
import CopyOutlined from '@ant-design/icons/CopyOutlined';
import MailOutlined from '@ant-design/icons/MailOutlined';
import PrinterOutlined from '@ant-design/icons/PrinterOutlined';
import QrcodeOutlined from '@ant-design/icons/QrcodeOutlined';
import { Button, Flex } from 'antd';
import { useEffect, useRef, type MouseEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { useConsoleSelector } from '../../shared/consoleState';
import { capabilities } from '../../shared/backEnd/capabilities';
import { dialogOpened } from '../../shared/dialogs';
import { useCopy } from '../../shared/ui/feedback/useCopy';
import { useHotspotZone } from '../hotspots/api';
import { grantOf, guestText } from '../vouchers/voucherTexts';
import { BigCode } from './BigCode';
import { isRepeated } from './PresetButtons';
import { spelled } from './presetVouchers';
import { madePutAway, selectCreated } from './slice';
import { classes } from '../../shared/ui/plain/classes';
import cardStyles from './card.module.css';

/** The voucher that was just created: its code, and all ways to give it to the guest. The focus moves to the code. */
export function CreatedVoucher({ hotspotId }: { hotspotId: number }) {
  const intl = useIntl();
  const dispatch = useDispatch();
  const voucher = useConsoleSelector((state) => selectCreated(state, hotspotId));
  const code = useRef<HTMLParagraphElement>(null);
  const copy = useCopy(code);
  const zone = useHotspotZone(hotspotId);
  const id = voucher?.id;
  useEffect(() => {
    if (id === undefined) return;
    code.current?.focus({ preventScroll: true });
    code.current?.closest('section')?.scrollIntoView({ block: 'nearest' });
  }, [id]);
  if (!voucher) return <div role="status" className="only-heard" />;

  return (
    <section className={classes(cardStyles.card, cardStyles.isNew)} aria-label={intl.formatMessage({ id: 'counter.made' })}>
      <Flex justify="space-between" align="start" gap={8}>
        <div role="status">
          <strong>
            <FormattedMessage id="counter.made" />
          </strong>{' '}
          <bdi>{guestText(intl, voucher)}</bdi>
          <div className="soft">{grantOf(intl, voucher, zone)}</div>
          <span className="only-heard">
            <FormattedMessage id="counter.code_is" values={{ code: spelled(voucher.code) }} />
          </span>
        </div>
        <Button
          type="text"
          icon={<CloseOutlined aria-hidden />}
          aria-label={intl.formatMessage({ id: 'counter.put_away' })}
          onClick={() => dispatch(madePutAway())}
        />
      </Flex>
      <BigCode ref={code} code={voucher.code} />
      <Flex gap={8} wrap>
        <Button
          type="primary"
          size="large"
          icon={<PrinterOutlined aria-hidden />}
          onClick={unlessRepeated(() =>
            dispatch(dialogOpened({ name: 'vouchers/print', args: { hotspotId, vouchers: [voucher], isAtOnce: true } })),
          )}
        >
          <FormattedMessage id="vouchers.print" />
        </Button>
        <Button size="large" icon={<CopyOutlined aria-hidden />} onClick={(event) => void (isRepeated(event) || copy(voucher.code))}>
          <FormattedMessage id="counter.copy" />
        </Button>
        {capabilities().hasWholeCounter && (
          <Button
            size="large"
            icon={<MailOutlined aria-hidden />}
            onClick={unlessRepeated(() =>
              dispatch(dialogOpened({ name: 'vouchers/mail', args: { id: voucher.id, code: voucher.code, to: voucher.user_mail } })),
            )}
          >
            <FormattedMessage id="counter.mail" />
          </Button>
        )}
        <Button
          size="large"
          icon={<QrcodeOutlined aria-hidden />}
          onClick={unlessRepeated(() => dispatch(dialogOpened({ name: 'vouchers/show', args: { hotspotId, voucher } })))}
        >
          <FormattedMessage id="counter.show" />
        </Button>
      </Flex>
    </section>
  );
}

const unlessRepeated = (act: () => void) => (event: MouseEvent) => {
  if (!isRepeated(event)) act();
};
