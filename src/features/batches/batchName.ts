import type { IntlShape } from 'react-intl';
import type { Batch } from '../../contract/batches';

/** The batch's name, or its size if it has none: "50 vouchers". */
export const batchName = (intl: IntlShape, { name, made: count }: Pick<Batch, 'name' | 'made'>): string =>
  name === '' ? intl.formatMessage({ id: 'batches.unnamed' }, { count }) : name;
