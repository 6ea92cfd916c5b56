import { Typography } from 'antd';
import { FormattedMessage } from 'react-intl';
import { consoleConfig } from '../shared/config';
import type { DialogProps } from '../shared/dialogs';
import { Dialog } from '../shared/ui/dialog/Dialog';
import spacingStyles from '../shared/ui/page/spacing.module.css';
import { classes } from '../shared/ui/plain/classes';

const thisYear = () => String(new Date().getFullYear());

/** Product, company, and a copyright line with the current year (FRM-05). */
export function AboutDialog({ onClose }: DialogProps<'app/about'>) {
  const { product, company } = consoleConfig();
  return (
    <Dialog title={<FormattedMessage id="about.title" values={{ product }} />} footer={null} onCancel={onClose}>
      <Typography.Paragraph>
        <FormattedMessage id="about.what" />
      </Typography.Paragraph>
      <Typography.Paragraph>
        <FormattedMessage id="about.typefaces" />
      </Typography.Paragraph>
      <Typography.Paragraph>
        <Typography.Link href="licences.txt" target="_blank" rel="noopener noreferrer">
          <FormattedMessage id="about.licences" />
        </Typography.Link>
      </Typography.Paragraph>
      <Typography.Paragraph type="secondary" className={classes(spacingStyles.flush)}>
        <FormattedMessage id="about.copyright" values={{ year: thisYear(), company: company === '' ? product : company }} />
      </Typography.Paragraph>
    </Dialog>
  );
}
