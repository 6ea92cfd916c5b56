import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import EditOutlined from '@ant-design/icons/EditOutlined';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import { Button, Flex, Typography } from 'antd';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import type { Account } from '../../contract/accounts';
import type { Disclaimer } from '../../contract/disclaimers';
import { capabilities } from '../../shared/backEnd/capabilities';
import { dialogOpened } from '../../shared/dialogs';
import { isLost } from '../../shared/failure';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed';
import { Section } from '../../shared/ui/page/Section';
import { useListDisclaimersQuery } from './api';
import { LoadingRows } from '../../shared/ui/feedback/LoadingRows';
import attentionLineStyles from '../../shared/ui/facts/attentionLine.module.css';
import styles from './DisclaimersPanel.module.css';
import textStyles from '../../shared/ui/page/text.module.css';

const ACTION_LABELS = { modify: 'disclaimers.modify_named', delete: 'disclaimers.delete_named' } as const;

/** A reseller's disclaimers; only an admin can add and delete them (PRV-09, PRV-10). */
export function DisclaimersPanel({ account }: { account: Account }) {
  const intl = useIntl();
  const disclaimers = useListDisclaimersQuery(account.id);
  const dispatch = useDispatch();
  const accountId = account.id;
  const button = (kind: 'modify' | 'delete', disclaimer: Disclaimer) => (
    <Button
      size="small"
      danger={kind === 'delete'}
      icon={kind === 'delete' ? <DeleteOutlined aria-hidden /> : <EditOutlined aria-hidden />}
      aria-label={intl.formatMessage({ id: ACTION_LABELS[kind] }, { title: disclaimer.title })}
      onClick={() => dispatch(dialogOpened({ name: `disclaimers/${kind}`, args: { id: disclaimer.id, accountId } }))}
    />
  );
  return (
    <Section title="disclaimers.own">
      {isLost(disclaimers) ? (
        <LoadFailed message="disclaimers.load_failed" onRetry={disclaimers.refetch} />
      ) : !disclaimers.data ? (
        <LoadingRows rows={2} />
      ) : (
        <Flex vertical gap={12} align="start">
          {disclaimers.data.length === 0 && (
            <Typography.Text type="secondary">
              <FormattedMessage id="disclaimers.none" />
            </Typography.Text>
          )}
          {disclaimers.data.length > 0 && (
            <ul className={styles.texts}>
              {disclaimers.data.map((disclaimer) => (
                <li key={disclaimer.id} className={attentionLineStyles.attentionLine}>
                  <Flex gap={8} align="center" justify="space-between">
                    <span className={textStyles.wrapping}>
                      <Typography.Text strong>{disclaimer.title}</Typography.Text>{' '}
                      <Typography.Text type="secondary">
                        <FormattedMessage id={disclaimer.type === 'privacy' ? 'disclaimers.type_privacy' : 'disclaimers.type_tos'} />
                      </Typography.Text>
                    </span>
                    <Flex gap={8}>
                      {capabilities().canEditDisclaimers && button('modify', disclaimer)}
                      {button('delete', disclaimer)}
                    </Flex>
                  </Flex>
                </li>
              ))}
            </ul>
          )}
          <Button
            icon={<PlusOutlined aria-hidden />}
            onClick={() => dispatch(dialogOpened({ name: 'disclaimers/create', args: { accountId } }))}
          >
            <FormattedMessage id="disclaimers.add" />
          </Button>
        </Flex>
      )}
    </Section>
  );
}
