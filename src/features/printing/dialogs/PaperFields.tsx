import { Alert, Button, Form, Radio, Select } from 'antd';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { CUT_MARKS, fitsPage, MAX_OFFSET, PAPER_LIMITS } from '../../../contract/plain/paperModel';
import { NumberInput } from '../../../shared/ui/form/NumberInput';
import { FIELDS_OF, formatOf, isPaperName, PAPER_KINDS, toSettings, type PaperForm } from './paperForm';
import { measureOther } from '../pictures';
import { testPage } from './testPage';
import { filesOf, loadTypefaces } from '../typefaces';
import { typesetter } from '../layout/typesetter';
import { usePdf } from './usePdf';
import { classes } from '../../../shared/ui/plain/classes';
import styles from './PaperSettingsDialog.module.css';
import measuresStyles from '../measures.module.css';

/** For validators; the rule's message says what is wrong, in the language of the moment. */
export const rejectIf = (isWrong: boolean): Promise<void> => (isWrong ? Promise.reject(new Error('wrong')) : Promise.resolve());

type MessageId = FormatjsIntl.Message['ids'];

export function PaperFields() {
  const intl = useIntl();
  const paper = Form.useWatch<PaperForm['paper'] | undefined>('paper');
  return (
    <>
      <Form.Item<PaperForm> name="paper" label={<FormattedMessage id="paper.size" />}>
        <Select
          virtual={false}
          listHeight={400}
          options={PAPER_KINDS.map((value) => ({ value, label: intl.formatMessage({ id: `paper.${value}` }) }))}
        />
      </Form.Item>
      {paper !== undefined && !isPaperName(paper) && (
        <div className={measuresStyles.measures}>
          {FIELDS_OF[paper].map((field) => (
            <Measure key={field} field={field} />
          ))}
        </div>
      )}
      <Form.Item<PaperForm>
        name="cut"
        label={<FormattedMessage id="paper.cut" />}
        dependencies={FORMAT_FIELDS}
        rules={[
          ({ getFieldsValue }) => ({
            validator: async () => rejectIf(!fitsPage(formatOf(getFieldsValue(true) as PaperForm))),
            message: <FormattedMessage id="paper.does_not_fit" />,
          }),
        ]}
      >
        <Radio.Group options={CUT_MARKS.map((value) => ({ value, label: <FormattedMessage id={`paper.cut_${value}`} /> }))} />
      </Form.Item>
      <div className={measuresStyles.measures}>
        <Measure field="shift_x" />
        <Measure field="shift_y" />
      </div>
      <p className="soft">
        <FormattedMessage id="paper.shift_hint" />
      </p>
      <TestPage />
    </>
  );
}

/** Saves a page with rulers and the edges of all cells, for measuring the printer's offset. */
function TestPage() {
  const form = Form.useFormInstance<PaperForm>();
  const { save, done, hasFailed } = usePdf();
  const make = async () => {
    const { format, shift: offset } = toSettings(form.getFieldsValue(true) as PaperForm);
    if (!fitsPage(format)) return void form.validateFields(['cut']);
    const typefaces = await loadTypefaces([], '');
    const pages = [testPage(format, offset, typesetter(typefaces, measureOther))];
    return save({ pages, pictures: {}, title: TEST_PAGE, typefaces: filesOf(typefaces) }, `${TEST_PAGE}.pdf`);
  };
  return (
    <>
      <Button loading={done !== null} onClick={() => void make()}>
        <FormattedMessage id="paper.test_page" />
      </Button>
      <div role="alert">{hasFailed && <Alert type="error" showIcon title={<FormattedMessage id="paper.pdf_failed" />} />}</div>
    </>
  );
}

const TEST_PAGE = 'portico-test-page';
const FORMAT_FIELDS = ['paper', ...FIELDS_OF.labels];
type MeasureName = (typeof FIELDS_OF)[keyof typeof FIELDS_OF][number] | 'shift_x' | 'shift_y';

export const MEASURES: Record<MeasureName, { label: MessageId; limits: readonly [number, number]; isCount?: true }> = {
  page_width: { label: 'paper.page_width', limits: PAPER_LIMITS.side },
  page_height: { label: 'paper.page_height', limits: PAPER_LIMITS.side },
  columns: { label: 'paper.columns', limits: PAPER_LIMITS.count, isCount: true },
  rows: { label: 'paper.rows', limits: PAPER_LIMITS.count, isCount: true },
  cell_width: { label: 'paper.cell_width', limits: PAPER_LIMITS.cell },
  cell_height: { label: 'paper.cell_height', limits: PAPER_LIMITS.cell },
  left: { label: 'paper.left', limits: [0, PAPER_LIMITS.side[1]] },
  top: { label: 'paper.top', limits: [0, PAPER_LIMITS.side[1]] },
  gap_x: { label: 'paper.gap_x', limits: PAPER_LIMITS.gap },
  gap_y: { label: 'paper.gap_y', limits: PAPER_LIMITS.gap },
  shift_x: { label: 'paper.shift_x', limits: [-MAX_OFFSET, MAX_OFFSET] },
  shift_y: { label: 'paper.shift_y', limits: [-MAX_OFFSET, MAX_OFFSET] },
};

/** A field for millimetres, or for a number of cells. */
function Measure({ field }: { field: MeasureName }): ReactNode {
  const { label, limits, isCount } = MEASURES[field];
  const [min, max] = limits;
  return (
    <Form.Item<PaperForm>
      name={field}
      label={<FormattedMessage id={label} />}
      rules={[
        {
          required: true,
          type: isCount ? 'integer' : 'number',
          min,
          max,
          message: <FormattedMessage id={isCount ? 'form.whole_between' : 'form.between'} values={{ min, max }} />,
        },
      ]}
    >
      <NumberInput {...(isCount ? { precision: 0 } : { step: 0.1, suffix: 'mm' })} className={classes(styles.number)} />
    </Form.Item>
  );
}
