import { Alert, Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { useSelector } from 'react-redux';
import type { ListedPaperTemplate } from '../../../contract/paper';
import type { PaperTemplateFile } from '../../../contract/plain/paperModel';
import { managesSeveralHotspots } from '../../../contract/plain/roles';
import type { DialogProps } from '../../../shared/dialogs';
import { justRead } from '../../../shared/list/answer';
import { saveFile } from '../../../shared/saveFile';
import { Dialog } from '../../../shared/ui/dialog/Dialog';
import { LoadFailed } from '../../../shared/ui/feedback/LoadFailed';
import { LoadingRows } from '../../../shared/ui/feedback/LoadingRows';
import plainListStyles from '../../../shared/ui/page/plainList.module.css';
import { selectUser } from '../../auth/slice';
import { useMay } from '../../auth/useMay';
import { useLazyGetPaperTemplateQuery, useListPaperTemplatesQuery } from '../api';
import { AddPaperTemplate } from './AddPaperTemplate';
import { PaperTemplateRow } from './PaperTemplateRow';

/** Templates available at a hotspot: copy one from a built-in design, import, export, share with all hotspots, delete. */
export function PaperTemplatesDialog({ args: { hotspotId }, onClose }: DialogProps<'vouchers/templates'>) {
  const isOwner = managesSeveralHotspots(useSelector(selectUser)?.account_type);
  const mayCreate = useMay('paper_templates.create');
  const { data: templates, isError, refetch } = useListPaperTemplatesQuery(hotspotId);
  const [readTemplate] = useLazyGetPaperTemplateQuery();
  const [problem, setProblem] = useState<ReactNode>(null);

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
        <LoadingRows rows={4} />
      ) : templates.length === 0 ? (
        <p className="soft">
          <FormattedMessage id="paper.no_templates" />
        </p>
      ) : (
        <ul className={plainListStyles.plainList}>
          {templates.map((template) => (
            <li key={template.id}>
              <PaperTemplateRow
                template={template}
                hotspotId={hotspotId}
                mayChange={isOwner || template.hotspot_id !== 0}
                onExport={() => void save(template)}
              />
            </li>
          ))}
        </ul>
      )}
      {mayCreate && <AddPaperTemplate hotspotId={hotspotId} mayShare={isOwner} onProblem={setProblem} />}
      <div role="alert">{problem !== null && <Alert type="error" showIcon title={problem} />}</div>
    </Dialog>
  );
}
