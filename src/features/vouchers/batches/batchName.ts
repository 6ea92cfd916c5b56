import type { IntlShape } from 'react-intl';
import type { Batch } from '../../../contract/batches';

/** Its name, or how many there were: "50 vouchers". */
export const batchName = (intl: IntlShape, { name, made }: Pick<Batch, 'name' | 'made'>): string =>
  name === '' ? intl.formatMessage({ id: 'batches.unnamed' }, { count: made }) : name;
