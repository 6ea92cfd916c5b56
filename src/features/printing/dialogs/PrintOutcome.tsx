import { Alert, Button, Flex, Progress } from 'antd';
import { FormattedMessage, useIntl } from 'react-intl';
import { FailureAlert } from '../../../shared/ui/feedback/FailureAlert';
import type { PrintJob } from './usePrintJob';
import spacingStyles from '../../../shared/ui/page/spacing.module.css';
import { classes } from '../../../shared/ui/plain/classes';

/** The progress of a PDF, and what has failed. */
export function PrintOutcome({ job }: { job: PrintJob }) {
  const intl = useIntl();
  const { printed, pages, pdf, printer, step, isMarking, markError, markAndClose } = job;
  return (
    <>
      {pdf.done !== null && pages && (
        <Flex gap={16} align="center" className={classes(spacingStyles.above16)}>
          <Progress
            percent={Math.round((100 * pdf.done) / pages.length)}
            aria-label={intl.formatMessage({ id: 'paper.pdf_progress' }, { done: pdf.done, pages: pages.length })}
          />
          <Button size="small" onClick={pdf.cancel}>
            <FormattedMessage id="paper.cancel_pdf" />
          </Button>
        </Flex>
      )}
      <div role="alert">
        {step === 'not_printed' && <Alert type="error" showIcon title={<FormattedMessage id="paper.print_failed" />} />}
        {printer.problem && (
          <Alert
            type="error"
            showIcon
            title={
              <FormattedMessage
                id={`paper.printer_${printer.problem.kind}`}
                values={{ sent: printer.problem.kind === 'lost' ? printer.problem.sent : 0, count: printed.length }}
              />
            }
          />
        )}
        {pdf.hasFailed && <Alert type="error" showIcon title={<FormattedMessage id="paper.pdf_failed" />} />}
      </div>
      {markError && !isMarking && (
        <>
          <FailureAlert title="paper.mark_failed" error={markError} isUntyped />
          <Button onClick={() => void markAndClose()}>
            <FormattedMessage id="paper.mark_again" />
          </Button>
        </>
      )}
    </>
  );
}
