import { Tag } from 'antd';
import { FormattedMessage } from 'react-intl';
import { isShortCode } from '../../contract/wire';
import { CodeText } from '../../shared/ui/facts/Facts';

/** A voucher's code, with a warning if it is shorter than new ones may be. */
export function VoucherCode({ code }: { code: string }) {
  return (
    <>
      <CodeText text={code} />
      {isShortCode(code) && (
        <Tag variant="outlined" style={{ margin: 0, color: 'var(--warning)', background: 'transparent' }}>
          <FormattedMessage id="vouchers.code_short" />
        </Tag>
      )}
    </>
  );
}
