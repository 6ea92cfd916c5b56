import type { FormRule } from 'antd';
import { FormattedMessage } from 'react-intl';
import { isMistypedVat } from '../../vatNumber';

/** Warns about a VAT number that breaks its country's rule. It can still be submitted, because not every country's rule is known. */
export const vatRule: FormRule = {
  warningOnly: true,
  validator: async (_rule, text: string) => {
    // Offline the rules may not load: then don't warn.
    if (await isMistypedVat(text).catch(() => false)) throw new Error('mistyped');
  },
  message: <FormattedMessage id="form.vat" />,
};
