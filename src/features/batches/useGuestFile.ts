/** The file of guests that was chosen in the import's dialog, and how it is read. */
import { Form, type FormInstance } from 'antd';
import { useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { MAX_LENGTH } from '../../contract/plain/wire';
import { dayIn } from '../../contract/plain/zones';
import { ordersOf, type DayOrder } from '../../shared/format/dayInWords';
import { textOfFile, type FileProblem } from '../../shared/tableFile';
import { useNow } from '../../shared/ui/facts/useNow';
import { useHotspotZone } from '../hotspots/api';
import type { Reading } from './ColumnChoice';
import { columnsOf, guestsIn, readGuestTable, withoutRows } from './guestFile';
import type { ImportForm } from './ImportPreview';
import { usePreference } from '../../shared/usePreference';

/**
 * Reads the chosen file. `all` are its guests, `file` those without the rows that are left out, `orders` the orders of day and month in which
 * its dates can be read. `onChange` is called whenever other guests come of it.
 */
export function useGuestFile(form: FormInstance<ImportForm>, hotspotId: number, onChange: () => void) {
  const intl = useIntl();
  const chosen = usePreference('import_columns');
  const [reading, setReading] = useState<Reading | null>(null);
  const [problem, setProblem] = useState<FileProblem | null>(null);
  const today = dayIn(new Date(useNow()), useHotspotZone(hotspotId));
  const orders = useMemo(() => (reading ? ordersIn(reading) : []), [reading]);
  const order = orders.find((one) => one === reading?.order) ?? orders.find((one) => one === HOME_ORDER) ?? orders[0] ?? 'dmy';
  const all = useMemo(
    () => (reading ? guestsIn(reading.table, reading.columns, order, intl.locale, today) : null),
    [reading, order, intl.locale, today],
  );
  const onlyNames = Form.useWatch('only_names', form);
  const file = useMemo(
    () => (all && onlyNames === 'leave_out' ? withoutRows(all, new Set(all.onlyNames), today) : all),
    [all, onlyNames, today],
  );
  const change = (next: Reading | null) => {
    setReading(next);
    form.setFieldValue('only_names', undefined);
    onChange();
  };
  const read = async (chosenFile: File) => {
    const text = await textOfFile(chosenFile);
    const found = typeof text === 'string' ? await readGuestTable(text, chosen[hotspotId] ?? {}) : text;
    setProblem('id' in found ? found : null);
    change('id' in found ? null : { table: found, columns: columnsOf(found, chosen[hotspotId] ?? {}), order: undefined });
    if ((form.getFieldValue('name') as string) === '')
      form.setFieldValue('name', chosenFile.name.replace(/\.\w+$/, '').slice(0, MAX_LENGTH.name));
  };
  return { reading, problem, orders, order, all, file, onlyNames, read, change };
}

/** The usual order of day and month for this browser's user. */
const HOME_ORDER: DayOrder = navigator.language === 'en-US' ? 'mdy' : 'dmy';

/** The orders of day and month in which all dates in the file can be read. */
const ordersIn = ({ table, columns }: Reading): DayOrder[] =>
  ordersOf(table.rows.flatMap(({ cells }) => cells.filter((_cell, column) => columns[column] === 'from' || columns[column] === 'until')));
