import { Alert, Form, Radio } from 'antd';
import { FormattedMessage, useIntl } from 'react-intl';
import type { WrongRow } from '../../contract/plain/guestRows';
import { formatDay } from '../../shared/format/dates';
import { shownFields, type GuestFile } from './guestFile';
import { REACHABLE } from '../../shared/ui/page/reachable';
import styles from './ImportGuestsDialog.module.css';
import spacingStyles from '../../shared/ui/page/spacing.module.css';
import { classes } from '../../shared/ui/plain/classes';

/** Number of rows in the preview, and its maximum if more rows than that need attention. */
const SHOWN = 10;
const SHOWN_WRONG = 100;

/** Maximum number of lines that a note lists. */
export const MAX_LISTED = 5;

/** Asks whether to create vouchers for doubtful rows. */
export function LeaveOrMake({ name }: { name: 'known' | 'only_names' }) {
  const intl = useIntl();
  return (
    <Form.Item<ImportForm> name={name} noStyle>
      <Radio.Group
        aria-label={intl.formatMessage({ id: `import.${name}_choice` })}
        options={(['leave_out', 'make'] as const).map((value) => ({ value, label: <FormattedMessage id={`import.${name}_${value}`} /> }))}
      />
    </Form.Item>
  );
}

/** Asks whether rows that contain only a name are guests. */
export function OnlyNames({ file: { rows, lines, onlyNames } }: { file: GuestFile }) {
  const intl = useIntl();
  const shown = onlyNames.slice(0, MAX_LISTED).map((row) => `${intl.formatNumber(lines[row] ?? 0)}: ${rows[row]?.name ?? ''}`);
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      className={classes(spacingStyles.below16)}
      title={<FormattedMessage id="import.only_names" values={{ count: onlyNames.length }} />}
      description={
        <>
          <div>
            <bdi>{intl.formatList(shown)}</bdi>
          </div>
          <LeaveOrMake name="only_names" />
        </>
      }
    />
  );
}

/** The file's rows, with those that need attention first. */
export function Preview({ file, known }: { file: GuestFile; known: ReadonlySet<number> }) {
  const intl = useIntl();
  const { rows, wrong, lines } = file;
  const fields = shownFields(file);
  const wrongByRow = new Map<number, WrongRow[]>();
  for (const one of wrong) wrongByRow.set(one.row, [...(wrongByRow.get(one.row) ?? []), one]);
  const first = [...new Set([...wrongByRow.keys(), ...known])].slice(0, SHOWN_WRONG);
  const order = [...new Set([...first, ...rows.keys()])].slice(0, Math.max(SHOWN, first.length));
  const textOf = ({ field, problem, first = 0 }: WrongRow) =>
    `${intl.formatMessage({ id: `import.${field}` })}: ${intl.formatMessage({ id: `import.problem_${problem}` }, { line: lines[first] ?? 0 })}`;
  return (
    <>
      <div role="status" className={spacingStyles.below8}>
        {wrongByRow.size === 0 ? (
          <FormattedMessage id="import.ready" values={{ count: rows.length }} />
        ) : (
          <Alert
            type="error"
            showIcon
            title={<FormattedMessage id="import.wrong" values={{ wrong: wrongByRow.size, count: rows.length }} />}
          />
        )}
      </div>
      <section {...REACHABLE} className={styles.importPreview} aria-label={intl.formatMessage({ id: 'import.preview' })}>
        <table>
          <thead>
            <tr>
              <th scope="col">
                <FormattedMessage id="import.line" />
              </th>
              {fields.map((column) => (
                <th key={column} scope="col">
                  <FormattedMessage id={`import.${column}`} />
                </th>
              ))}
              <th scope="col">
                <FormattedMessage id="import.problem" />
              </th>
            </tr>
          </thead>
          <tbody>
            {order.map((at) => {
              const row = rows[at];
              return (
                row && (
                  <tr key={at}>
                    <td>{lines[at]}</td>
                    {fields.map((field) => (
                      <td key={field}>
                        <bdi>
                          {(field === 'from' || field === 'until') && row[field] !== '' ? formatDay(row[field], intl.locale) : row[field]}
                        </bdi>
                      </td>
                    ))}
                    <td className={styles.wrong}>
                      {wrongByRow.get(at)?.map(textOf).join('; ')}
                      {known.has(at) && <FormattedMessage id="import.problem_known" />}
                    </td>
                  </tr>
                )
              );
            })}
          </tbody>
        </table>
      </section>
      {rows.length > order.length && (
        <p className="soft">
          <FormattedMessage id="import.more" values={{ count: rows.length - order.length }} />
        </p>
      )}
    </>
  );
}

export interface ImportForm {
  name: string;
  duration: number | null;
  /** Index of the preset whose limits apply; '' for none. */
  preset: string;
  /** Whether guests who already have a voucher get another one; asked after the server has reported such guests. */
  known: 'leave_out' | 'make';
  /** Whether rows that contain only a name are guests; asked if there are any. */
  only_names?: 'leave_out' | 'make';
}
