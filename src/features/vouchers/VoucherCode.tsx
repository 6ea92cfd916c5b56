import { FormattedMessage } from 'react-intl';
import { isShortCode } from '../../contract/plain/wire';
import { CodeText } from '../../shared/ui/facts/Facts';
import { StatusTag } from '../../shared/ui/facts/StatusTag';

/** A voucher's code, with a warning if it is shorter than new ones may be. */
export function VoucherCode({ code }: { code: string }) {
  return (
    <>
      <CodeText text={code} />
      {isShortCode(code) && (
        <StatusTag color="var(--warning)">
          <FormattedMessage id="vouchers.code_short" />
        </StatusTag>
      )}
    </>
  );
}
