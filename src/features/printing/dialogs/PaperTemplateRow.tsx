import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import EditOutlined from '@ant-design/icons/EditOutlined';
import { Button, Flex, Tag } from 'antd';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import type { ListedPaperTemplate } from '../../../contract/paper';
import { dialogOpened } from '../../../shared/dialogs';
import { classes } from '../../../shared/ui/plain/classes';
import styles from './PaperTemplateRow.module.css';

interface PaperTemplateRowProps {
  template: ListedPaperTemplate;
  /** The hotspot at which it is edited. */
  hotspotId: number;
  mayChange: boolean;
  onExport: () => void;
}

/** A template's name, and the buttons to export, edit and delete it. */
export function PaperTemplateRow({ template, hotspotId, mayChange, onExport }: PaperTemplateRowProps) {
  const intl = useIntl();
  const dispatch = useDispatch();
  return (
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
        onClick={onExport}
      >
        <FormattedMessage id="paper.export" />
      </Button>
      {mayChange && (
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
            onClick={() => dispatch(dialogOpened({ name: 'vouchers/delete_template', args: { id: template.id, name: template.name } }))}
          />
        </>
      )}
    </Flex>
  );
}
