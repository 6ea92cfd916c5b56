import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import EditOutlined from '@ant-design/icons/EditOutlined';
import UploadOutlined from '@ant-design/icons/UploadOutlined';
import { Alert, App, Button, Checkbox, Flex, Form, Select, Skeleton, Tag, Upload } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import type { ListedPaperTemplate } from '../../../contract/paper';
import {
  missingIn,
  PAPER_LANGUAGES,
  readTemplateFile,
  type PaperTemplate,
  type PaperTemplateFile,
} from '../../../contract/plain/paperModel';
import { BUILT_INS } from '../../../contract/plain/paperNames';
import { may, managesSeveralHotspots } from '../../../contract/plain/roles';
import { MAX_BODY_BYTES } from '../../../contract/plain/wire';
import { dialogOpened, type DialogProps } from '../../../shared/dialogs';
import { useIdempotentMutation } from '../../../shared/idempotencyKey';
import { justRead } from '../../../shared/list/answer';
import { saveFile } from '../../../shared/saveFile';
import { Dialog } from '../../../shared/ui/dialog/Dialog';
import { FailureAlert } from '../../../shared/ui/feedback/FailureAlert';
import { LoadFailed } from '../../../shared/ui/feedback/LoadFailed';
import { selectUser } from '../../auth/slice';
import { useGetHotspotQuery } from '../../hotspots/api';
import { useCreatePaperTemplateMutation, useLazyGetPaperTemplateQuery, useListPaperTemplatesQuery } from '../api';
import { templateOf, type Copied } from './templateFromBuiltIn';
import { neededBy } from '../usePaper';
import { usePaperSettings } from '../usePaperSettings';
import { useMaterials } from '../useMaterials';
import plainListStyles from '../../../shared/ui/page/plainList.module.css';
import styles from './PaperTemplatesDialog.module.css';
import { classes } from '../../../shared/ui/plain/classes';
import spacingStyles from '../../../shared/ui/page/spacing.module.css';

const COPIED = BUILT_INS.filter((design): design is Copied => design !== 'sheet');
/** Fonts and pictures for copying any of the built-in designs. */
const NEEDED = neededBy('card', {});
const NO_TEXTS: readonly string[] = [];

/** Templates available at a hotspot: copy one from a built-in design, import, export, share with all hotspots, delete. */
export function PaperTemplatesDialog({ args: { hotspotId }, onClose }: DialogProps<'vouchers/templates'>) {
  const intl = useIntl();
  const dispatch = useDispatch();
  const { message } = App.useApp();
  const designId = useId();
  const role = useSelector(selectUser)?.account_type;
  const isOwner = managesSeveralHotspots(role);
  const { data: hotspot } = useGetHotspotQuery(hotspotId);
  const { data: templates, isError, refetch } = useListPaperTemplatesQuery(hotspotId);
  const { settings } = usePaperSettings(hotspotId);
  const { materials } = useMaterials(hotspotId, NEEDED, NO_TEXTS);
  const [readTemplate] = useLazyGetPaperTemplateQuery();
  const [create, { isLoading, error }] = useIdempotentMutation(useCreatePaperTemplateMutation());
  const [design, setDesign] = useState<Copied>('card');
  const [isGiven, setGiven] = useState(false);
  const [problem, setProblem] = useState<ReactNode>(null);

  const add = async (name: string, template: PaperTemplate) => {
    const outcome = await create({ hotspot_id: hotspotId, is_given: isGiven, name, template });
    if (!outcome.error) void message.success(intl.formatMessage({ id: 'paper.template_added' }, { name }));
  };
  const copy = async () => {
    if (!settings || !materials || !hotspot) return;
    setProblem(null);
    const title = hotspot.description.trim() || hotspot.name;
    const language = settings.language || (PAPER_LANGUAGES.find((one) => one === intl.locale) ?? 'en');
    const guest = intl.formatMessage({ id: 'paper.sample_name' });
    const name = intl.formatMessage({ id: 'paper.copy_name' }, { name: intl.formatMessage({ id: `paper.design_${design}` }) });
    await add(name, templateOf(design, settings, { title, guest, language }, materials));
  };
  const take = async (file: File) => {
    setProblem(null);
    const read = file.size > MAX_BODY_BYTES ? null : readTemplateFile(await file.text());
    const [missing] = read ? missingIn(read.template) : [];
    if (!read) setProblem(<FormattedMessage id="paper.no_template_file" />);
    else if (missing) setProblem(<FormattedMessage id={`paper.missing_${missing.what}`} values={{ name: missing.name }} />);
    else await add(read.name, read.template);
  };
  const save = async ({ id, name }: ListedPaperTemplate) => {
    setProblem(null);
    const stored = justRead(await readTemplate(id));
    if (!stored) {
      setProblem(<FormattedMessage id="paper.template_not_read" />);
      return;
    }
    const file: PaperTemplateFile = { portico: 'voucher-template', name, template: stored.template };
    saveFile(`${name.replaceAll(/[^\p{L}\p{N}.-]+/gu, '-')}.json`, new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }));
  };

  return (
    <Dialog
      width={720}
      title={<FormattedMessage id="paper.templates" />}
      onCancel={onClose}
      footer={
        <Button onClick={onClose}>
          <FormattedMessage id="paper.close" />
        </Button>
      }
    >
      {isError ? (
        <LoadFailed message="paper.templates_load_failed" onRetry={refetch} />
      ) : !templates ? (
        <Skeleton active title={false} paragraph={{ rows: 4 }} />
      ) : templates.length === 0 ? (
        <p className="soft">
          <FormattedMessage id="paper.no_templates" />
        </p>
      ) : (
        <ul className={plainListStyles.plainList}>
          {templates.map((template) => (
            <li key={template.id}>
              <Flex gap={8} align="center" wrap>
                <span className={classes(styles.name, 'clipped')} title={template.name}>
                  {template.name}
                </span>
                {template.hotspot_id === 0 && (
                  <Tag>
                    <FormattedMessage id="paper.given" />
                  </Tag>
                )}
                <Button
                  size="small"
                  icon={<DownloadOutlined aria-hidden />}
                  aria-label={intl.formatMessage({ id: 'paper.export_one' }, { name: template.name })}
                  onClick={() => void save(template)}
                >
                  <FormattedMessage id="paper.export" />
                </Button>
                {(isOwner || template.hotspot_id !== 0) && (
                  <>
                    <Button
                      size="small"
                      icon={<EditOutlined aria-hidden />}
                      aria-label={intl.formatMessage({ id: 'paper.edit_one' }, { name: template.name })}
                      onClick={() => dispatch(dialogOpened({ name: 'vouchers/template', args: { hotspotId, id: template.id } }))}
                    >
                      <FormattedMessage id="paper.edit" />
                    </Button>
                    <Button
                      size="small"
                      danger
                      icon={<DeleteOutlined aria-hidden />}
                      aria-label={intl.formatMessage({ id: 'paper.delete_one' }, { name: template.name })}
                      onClick={() =>
                        dispatch(dialogOpened({ name: 'vouchers/delete_template', args: { id: template.id, name: template.name } }))
                      }
                    />
                  </>
                )}
              </Flex>
            </li>
          ))}
        </ul>
      )}
      {role !== undefined && may(role, 'paper_templates.create') && (
        <Form noValidate layout="vertical" className={classes(spacingStyles.above16)}>
          <Form.Item htmlFor={designId} label={<FormattedMessage id="paper.copy_of" />}>
            <Flex gap={8} wrap>
              <Select
                id={designId}
                value={design}
                className={classes(styles.hotspot)}
                options={COPIED.map((value) => ({ value, label: intl.formatMessage({ id: `paper.design_${value}` }) }))}
                onChange={setDesign}
              />
              <Button disabled={!settings || !materials || !hotspot} loading={isLoading} onClick={() => void copy()}>
                <FormattedMessage id="paper.copy" />
              </Button>
              <Upload
                accept=".json,application/json"
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
          {isOwner && (
            <Form.Item>
              <Checkbox checked={isGiven} onChange={({ target }) => setGiven(target.checked)}>
                <FormattedMessage id="paper.give" />
              </Checkbox>
            </Form.Item>
          )}
        </Form>
      )}
      <div role="alert">{problem !== null && <Alert type="error" showIcon title={problem} />}</div>
      {error && !isLoading && <FailureAlert title="paper.template_not_added" error={error} isUntyped />}
    </Dialog>
  );
}
