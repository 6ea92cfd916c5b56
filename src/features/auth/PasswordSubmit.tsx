import { Button, type ButtonProps } from 'antd';
import { useId } from 'react';
import { FormattedMessage } from 'react-intl';
import type { passwordFault } from '../../shared/ui/form/NewPasswordFields';

interface PasswordSubmitProps extends Pick<ButtonProps, 'size'> {
  label: FormatjsIntl.Message['ids'];
  fault: ReturnType<typeof passwordFault>;
  isLoading: boolean;
}

/** Submits a new password; while it can't be submitted, the reason is shown below. */
export function PasswordSubmit({ label, fault, isLoading, ...size }: PasswordSubmitProps) {
  const reasonId = useId();
  return (
    <>
      <Button
        type="primary"
        htmlType="submit"
        {...size}
        block
        loading={isLoading}
        disabled={fault !== undefined}
        {...(fault && { 'aria-describedby': reasonId })}
      >
        <FormattedMessage id={label} />
      </Button>
      {fault && (
        <span id={reasonId} className="soft">
          <FormattedMessage id={fault} />
        </span>
      )}
    </>
  );
}
