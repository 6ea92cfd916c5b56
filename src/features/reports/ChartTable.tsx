import { FormattedMessage, useIntl } from 'react-intl';
import { AXIS_TITLES } from './chartFiles';
import { formatValue, type ChartData } from './chartData';
import { REACHABLE } from '../../shared/ui/page/reachable';
import styles from './ChartTable.module.css';

/** Whether values can be summed. Hours can't: a guest who stays for several hours is counted in each of them. */
const addsUp = ({ isMean, axis }: ChartData['row']) => !isMean && axis !== 'types' && axis !== 'hours';

/** A chart's values as a table that can be scrolled by keyboard, with totals where values add up. */
export function ChartTable({ drawn: { row, title, axisLabels, series } }: { drawn: ChartData }) {
  const intl = useIntl();
  return (
    <section {...REACHABLE} className={styles.chartTable} aria-label={title}>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <FormattedMessage id={AXIS_TITLES[row.axis]} />
            </th>
            {series.map(({ name }) => (
              <th key={name} scope="col" className={styles.number}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {axisLabels.map(({ full }, index) => (
            <tr key={full}>
              <th scope="row">{full}</th>
              {series.map(({ name, values }) => (
                <td key={name} className={styles.number}>
                  {formatValue(values[index] ?? 0, row.unit, intl.locale)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {addsUp(row) && axisLabels.length > 1 && (
          <tfoot>
            <tr>
              <th scope="row">
                <FormattedMessage id="reports.total" />
              </th>
              {series.map(({ name, values }) => (
                <td key={name} className={styles.number}>
                  {formatValue(
                    values.reduce((sum, value) => sum + value, 0),
                    row.unit,
                    intl.locale,
                  )}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  );
}
