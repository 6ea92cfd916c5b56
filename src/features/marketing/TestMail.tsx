import SendOutlined from '@ant-design/icons/SendOutlined';
import type { SerializedError } from '@reduxjs/toolkit';
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query';
import { Alert, Button, Flex } from 'antd';
import { useId } from 'react';
import { FormattedMessage } from 'react-intl';
import { failureOf } from '../../shared/failure';
import { FailureReason } from '../../shared/ui/feedback/FailureAlert';
import { useSendTestMailMutation, type MailKind } from './api';
import textStyles from '../../shared/ui/page/text.module.css';

interface TestMailProps {
  hotspotId: number;
  kind: MailKind;
  /** '' if there is none yet. */
  to: string;
  subject: string;
  body: string;
}

/** Sends the mail as typed, saved or not, and reports the outcome (MKT-08). */
export function TestMail({ hotspotId, kind, to, subject, body }: TestMailProps) {
  const [send, { isLoading, isSuccess, error, originalArgs }] = useSendTestMailMutation();
  const textId = useId();
  const sentTo = originalArgs?.to ?? '';
  return (
    <Flex vertical gap={8}>
      <Flex align="center" gap={12} wrap>
        <Button
          icon={<SendOutlined aria-hidden />}
          loading={isLoading}
          disabled={to === '' || body === ''}
          aria-describedby={textId}
          onClick={() => void send({ hotspotId, kind, to, subject, body })}
        >
          <FormattedMessage id="marketing.test" />
        </Button>
        <span id={textId} className={textStyles.anywhere}>
          {to === '' ? (
            <FormattedMessage id="marketing.test_nowhere" />
          ) : body === '' ? (
            <FormattedMessage id="marketing.test_nothing" />
          ) : (
            <FormattedMessage id="marketing.test_to" values={{ to: <strong>{to}</strong> }} />
          )}
        </span>
      </Flex>
      <div role="status">
        {isSuccess && (
          <Alert type="success" showIcon role="none" title={<FormattedMessage id="marketing.test_sent" values={{ to: sentTo }} />} />
        )}
      </div>
      {error && (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={<FormattedMessage id="marketing.test_failed" />}
          description={<WhyNot error={error} />}
        />
      )}
    </Flex>
  );
}

function WhyNot({ error }: { error: FetchBaseQueryError | SerializedError }) {
  const { code, text } = failureOf(error);
  switch (code) {
    case 'no_mail_server':
      return <FormattedMessage id="marketing.no_mail_server" />;
    case 'mail_refused':
      // The server reveals the mail server's reply to admins only.
      return text === '' ? (
        <FormattedMessage id="marketing.mail_refused_only" />
      ) : (
        <FormattedMessage id="marketing.mail_refused" values={{ answer: <q>{text}</q> }} />
      );
    case 'mail_unreachable':
      return <FormattedMessage id="marketing.mail_unreachable" />;
    default:
      return <FailureReason error={error} />;
  }
}
