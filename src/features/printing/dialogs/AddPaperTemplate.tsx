import UploadOutlined from '@ant-design/icons/UploadOutlined';
import { App, Button, Checkbox, Flex, Form, Select, Upload } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { missingIn, PAPER_LANGUAGES, readTemplateFile, type PaperTemplate } from '../../../contract/plain/paperModel';
import { BUILT_INS } from '../../../contract/plain/paperNames';
import { MAX_BODY_BYTES } from '../../../contract/plain/wire';
import { useIdempotentMutation } from '../../../shared/idempotencyKey';
import { FailureAlert } from '../../../shared/ui/feedback/FailureAlert';
import spacingStyles from '../../../shared/ui/page/spacing.module.css';
import { classes } from '../../../shared/ui/plain/classes';
import { useGetHotspotQuery } from '../../hotspots/api';
import { useCreatePaperTemplateMutation } from '../api';
import { useMaterials } from '../useMaterials';
import { neededBy } from '../usePaper';
import { usePaperSettings } from '../usePaperSettings';
import styles from './AddPaperTemplate.module.css';
import { templateOf, type Copied } from './templateFromBuiltIn';

const COPIED = BUILT_INS.filter((design): design is Copied => design !== 'sheet');
/** Fonts and pictures for copying any of the built-in designs. */
const NEEDED = neededBy('card', {});
const NO_TEXTS: readonly string[] = [];

interface AddPaperTemplateProps {
  hotspotId: number;
  /** Whether templates can be shared with all hotspots. */
  mayShare: boolean;
  /** Shows why a file can't be imported; null once another is tried. */
  onProblem: (problem: ReactNode) => void;
}

/** Adds a template: a copy of a built-in design, or one from a file. */
export function AddPaperTemplate({ hotspotId, mayShare, onProblem }: AddPaperTemplateProps) {
  const intl = useIntl();
  const { message } = App.useApp();
  const designId = useId();
  const { data: hotspot } = useGetHotspotQuery(hotspotId);
  const { settings } = usePaperSettings(hotspotId);
  const { materials } = useMaterials(hotspotId, NEEDED, NO_TEXTS);
  const [create, { isLoading, error }] = useIdempotentMutation(useCreatePaperTemplateMutation());
  const [design, setDesign] = useState<Copied>('card');
  const [isGiven, setGiven] = useState(false);

  const add = async (name: string, template: PaperTemplate) => {
    const outcome = await create({ hotspot_id: hotspotId, is_given: isGiven, name, template });
    if (!outcome.error) void message.success(intl.formatMessage({ id: 'paper.template_added' }, { name }));
  };
  const copy = async () => {
    if (!settings || !materials || !hotspot) return;
    onProblem(null);
    const title = hotspot.description.trim() || hotspot.name;
    const language = settings.language || (PAPER_LANGUAGES.find((one) => one === intl.locale) ?? 'en');
    const guest = intl.formatMessage({ id: 'paper.sample_name' });
    const name = intl.formatMessage({ id: 'paper.copy_name' }, { name: intl.formatMessage({ id: `paper.design_${design}` }) });
    await add(name, templateOf(design, settings, { title, guest, language }, materials));
  };
  const take = async (file: File) => {
    onProblem(null);
    // It may have been removed since it was chosen, or another program may lock it.
    const text = file.size > MAX_BODY_BYTES ? '' : await file.text().catch(() => null);
    const read = readTemplateFile(text ?? '');
    const [missing] = read ? missingIn(read.template) : [];
    if (text === null) onProblem(<FormattedMessage id="file.not_read" />);
    else if (!read) onProblem(<FormattedMessage id="paper.no_template_file" />);
    else if (missing) onProblem(<FormattedMessage id={`paper.missing_${missing.what}`} values={{ name: missing.name }} />);
    else await add(read.name, read.template);
  };
  return (
    <>
      <Form noValidate layout="vertical" className={classes(spacingStyles.above16)}>
        <Form.Item htmlFor={designId} label={<FormattedMessage id="paper.copy_of" />}>
          <Flex gap={8} wrap>
            <Select
              id={designId}
              value={design}
              className={classes(styles.design)}
              options={COPIED.map((value) => ({ value, label: intl.formatMessage({ id: `paper.design_${value}` }) }))}
              onChange={setDesign}
            />
            <Button disabled={!settings || !materials || !hotspot} loading={isLoading} onClick={() => void copy()}>
              <FormattedMessage id="paper.copy" />
            </Button>
            <Upload
              accept={{ format: '.json,application/json', filter: 'native' }}
              showUploadList={false}
              beforeUpload={(file) => {
                void take(file);
                return false;
              }}
            >
              <Button icon={<UploadOutlined aria-hidden />}>
                <FormattedMessage id="paper.import" />
              </Button>
            </Upload>
          </Flex>
        </Form.Item>
        {mayShare && (
          <Form.Item>
            <Checkbox checked={isGiven} onChange={({ target }) => setGiven(target.checked)}>
              <FormattedMessage id="paper.give" />
            </Checkbox>
          </Form.Item>
        )}
      </Form>
      {error && !isLoading && <FailureAlert title="paper.template_not_added" error={error} isUntyped />}
    </>
  );
}
