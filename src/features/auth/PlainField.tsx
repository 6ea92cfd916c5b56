import EyeInvisibleOutlined from '@ant-design/icons-svg/es/asn/EyeInvisibleOutlined';
import EyeOutlined from '@ant-design/icons-svg/es/asn/EyeOutlined';
import { useState, type ComponentProps, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { SvgIcon } from '../../shared/ui/plain/SvgIcon';
import { classes } from '../../shared/ui/plain/classes';
import styles from './PlainField.module.css';

interface PlainFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange'> {
  /** Also the input's id, by which password managers recognise it. */
  name: string;
  label: ReactNode;
  error: ReactNode;
  isPassword?: boolean;
  onType: (value: string) => void;
}

/** A required text field that looks like antd's, for use before antd is loaded. */
export function PlainField({ label, error, isPassword = false, onType, ...input }: PlainFieldProps) {
  const intl = useIntl();
  const id = input.name;
  const [isShown, setShown] = useState(false);
  const hasError = error !== null;
  return (
    <div className={styles.plainField}>
      <label htmlFor={id}>{label}</label>
      <span className={hasError ? classes(styles.plainInput, styles.hasError) : styles.plainInput}>
        <input
          {...input}
          id={id}
          type={isPassword && !isShown ? 'password' : 'text'}
          aria-required
          aria-invalid={hasError}
          aria-describedby={hasError ? `${id}-error` : undefined}
          onChange={({ target }) => onType(target.value)}
        />
        {isPassword && (
          <button
            type="button"
            className={styles.plainEye}
            aria-pressed={isShown}
            aria-label={intl.formatMessage({ id: 'login.show' })}
            // Keeps the focus in the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => setShown(!isShown)}
          >
            <SvgIcon icon={isShown ? EyeOutlined : EyeInvisibleOutlined} />
          </button>
        )}
      </span>
      <div className={styles.plainError} aria-live="polite">
        {hasError && <div id={`${id}-error`}>{error}</div>}
      </div>
    </div>
  );
}
