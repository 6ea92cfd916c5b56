import CheckCircleFilled from '@ant-design/icons/CheckCircleFilled';
import CloseCircleFilled from '@ant-design/icons/CloseCircleFilled';
import InfoCircleOutlined from '@ant-design/icons/InfoCircleOutlined';
import WarningOutlined from '@ant-design/icons/WarningOutlined';
import { Flex, Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { Role } from '../../../contract/plain/roles';
import { MAX_LENGTH, MIN_ADMIN_PASSWORD, MIN_EXISTING_PASSWORD, MIN_PASSWORD } from '../../../contract/plain/wire';
import { capabilities } from '../../backEnd/capabilities';
import { strengthOf, type Strength } from '../../passwordStrength';
import styles from './NewPasswordFields.module.css';
import { classes } from '../plain/classes';
import textStyles from '../page/text.module.css';
import spacingStyles from '../page/spacing.module.css';

export interface NewPassword {
  password: string;
  confirmation: string;
}

/** Minimum password length for a role. On our server it is longer, most of all for admins, and the server also refuses weak ones. */
export function shortestPassword(role: Role | undefined): number {
  if (!capabilities().refusesWeakPasswords) return MIN_EXISTING_PASSWORD;
  return role === 'admin' ? MIN_ADMIN_PASSWORD : MIN_PASSWORD;
}

/** Whether a new password can be submitted: both fields filled, of a valid length, and equal (PRO-10). */
function isUsable({ password = '', confirmation = '' }: Partial<NewPassword>, shortest: number): boolean {
  return password.length >= shortest && password.length <= MAX_LENGTH.password && password === confirmation;
}

/** Why a new password can't be submitted yet; undefined if it can. */
export function passwordFault(typed: Partial<NewPassword>, shortest: number): FormatjsIntl.Message['ids'] | undefined {
  if (isUsable(typed, shortest)) return undefined;
  const { password = '', confirmation = '' } = typed;
  if (password === '') return 'password.why_empty';
  if (password.length < shortest) return 'password.why_short';
  if (password.length > MAX_LENGTH.password) return 'password.why_long';
  return confirmation === '' ? 'password.why_again' : 'password.why_differs';
}

interface NewPasswordFieldsProps {
  /** The account's username; '' until it is known. */
  username: string;
  /** See `shortestPassword`. */
  shortest: number;
  /** Whether to focus the first of these fields. */
  isFirst?: boolean;
  /** A generated password, shown in clear text because someone has to pass it on. */
  isReadable?: boolean;
  /**
   * The generated password. It is short, but rated strong because it is random. While it is unchanged there is no confirmation field,
   * because nobody has typed it.
   */
  suggested?: string;
  /** Buttons next to the new password. */
  tools?: ReactNode;
}

/** New password and confirmation, with a strength hint and whether they match. */
export function NewPasswordFields({ username, shortest, isFirst = true, isReadable = false, suggested, tools }: NewPasswordFieldsProps) {
  const typed = Form.useWatch<NewPassword | undefined>([], Form.useFormInstance<NewPassword>());
  const password = typed?.password ?? '';
  const isSuggested = suggested !== undefined && password === suggested;
  const isShort = password !== '' && password.length < shortest;
  const isLong = password.length > MAX_LENGTH.password;
  const rule = <FormattedMessage id="password.rule" values={{ count: shortest }} />;
  const tooLong = <FormattedMessage id="form.too_long" values={{ max: MAX_LENGTH.password }} />;
  const shown = isReadable ? { visibilityToggle: { visible: true }, iconRender: () => null, className: styles.codeInput } : {};
  return (
    <>
      {/* Tells password managers which account the new password is for. */}
      <input hidden readOnly autoComplete="username" value={username} />
      <Form.Item
        name="password"
        label={<FormattedMessage id="password.new" />}
        required
        extra={rule}
        {...((isShort || isLong) && { help: isLong ? tooLong : rule, validateStatus: 'error' })}
      >
        <Input.Password autoFocus={isFirst && !isReadable} autoComplete="new-password" spellCheck={false} {...shown} />
      </Form.Item>
      {(tools !== undefined || (password !== '' && !isShort && !isLong)) && (
        <Flex gap={8} align="center" wrap className={classes(styles.tools)}>
          {tools}
          {password !== '' && !isShort && !isLong && <Hint strength={isSuggested ? 'strong' : strengthOf(password, username)} />}
        </Flex>
      )}
      {!isSuggested && (
        <>
          <Form.Item name="confirmation" label={<FormattedMessage id="password.again" />} required>
            <Input.Password autoComplete="new-password" spellCheck={false} {...shown} />
          </Form.Item>
          <Match typed={typed ?? {}} />
        </>
      )}
    </>
  );
}

const HINTS: Record<Strength, { message: FormatjsIntl.Message['ids']; icon: ReactNode; colour: string | undefined }> = {
  weak: { message: 'password.weak', icon: <WarningOutlined aria-hidden />, colour: textStyles.warning },
  fair: { message: 'password.fair', icon: <InfoCircleOutlined aria-hidden />, colour: textStyles.soft },
  strong: { message: 'password.strong', icon: <CheckCircleFilled aria-hidden />, colour: textStyles.success },
};

function Hint({ strength }: { strength: Strength }) {
  const { message, icon, colour } = HINTS[strength];
  return (
    <span aria-live="polite" className={colour}>
      {icon} <FormattedMessage id={message} />
    </span>
  );
}

function Match({ typed: { password = '', confirmation = '' } }: { typed: Partial<NewPassword> }) {
  if (password === '' && confirmation === '') return null;
  const matches = password === confirmation;
  return (
    <Flex gap={8} align="center" role="status" className={classes(spacingStyles.below16, matches ? textStyles.success : textStyles.error)}>
      {matches ? <CheckCircleFilled aria-hidden /> : <CloseCircleFilled aria-hidden />}
      <FormattedMessage id={matches ? 'password.matches' : 'password.differs'} />
    </Flex>
  );
}
