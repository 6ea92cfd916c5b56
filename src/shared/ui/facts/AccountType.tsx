import FacebookOutlined from '@ant-design/icons/FacebookOutlined';
import LaptopOutlined from '@ant-design/icons/LaptopOutlined';
import LinkedinOutlined from '@ant-design/icons/LinkedinOutlined';
import MailOutlined from '@ant-design/icons/MailOutlined';
import MessageOutlined from '@ant-design/icons/MessageOutlined';
import TagOutlined from '@ant-design/icons/TagOutlined';
import UserOutlined from '@ant-design/icons/UserOutlined';
import WhatsAppOutlined from '@ant-design/icons/WhatsAppOutlined';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import textStyles from '../page/text.module.css';

type MessageId = FormatjsIntl.Message['ids'];

/** How guests can log in (REP-11). */
const ACCOUNT_TYPES: Partial<Record<string, { name: MessageId; icon: ReactNode }>> = {
  whatsapp: { name: 'guests.type_whatsapp', icon: <WhatsAppOutlined aria-hidden /> },
  facebook: { name: 'guests.type_facebook', icon: <FacebookOutlined aria-hidden /> },
  linkedin: { name: 'guests.type_linkedin', icon: <LinkedinOutlined aria-hidden /> },
  mac: { name: 'guests.type_mac', icon: <LaptopOutlined aria-hidden /> },
  sms: { name: 'guests.type_sms', icon: <MessageOutlined aria-hidden /> },
  email: { name: 'guests.type_email', icon: <MailOutlined aria-hidden /> },
  voucher: { name: 'guests.type_voucher', icon: <TagOutlined aria-hidden /> },
};

/** The name of an account type; undefined for an unknown one. */
export function accountTypeName(type: string): MessageId | undefined {
  return knownType(type)?.name;
}

/** How a guest logs in. Types that only existing back ends have are shown verbatim. */
export function AccountType({ type }: { type: string }) {
  const known = knownType(type);
  return (
    <span className={textStyles.nowrap}>
      {known?.icon ?? <UserOutlined aria-hidden />} {known ? <FormattedMessage id={known.name} /> : type}
    </span>
  );
}

const knownType = (type: string) => (Object.hasOwn(ACCOUNT_TYPES, type) ? ACCOUNT_TYPES[type] : undefined);
