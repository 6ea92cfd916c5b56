import {
  FacebookOutlined,
  LaptopOutlined,
  LinkedinOutlined,
  MailOutlined,
  MessageOutlined,
  TagOutlined,
  UserOutlined,
  WhatsAppOutlined,
} from '@ant-design/icons';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';

type MessageId = FormatjsIntl.Message['ids'];

/** How guests log in (spec 2 §2, "Reports"). */
const ACCOUNT_TYPES: Partial<Record<string, { name: MessageId; icon: ReactNode }>> = {
  whatsapp: { name: 'guests.type_whatsapp', icon: <WhatsAppOutlined aria-hidden /> },
  facebook: { name: 'guests.type_facebook', icon: <FacebookOutlined aria-hidden /> },
  linkedin: { name: 'guests.type_linkedin', icon: <LinkedinOutlined aria-hidden /> },
  mac: { name: 'guests.type_mac', icon: <LaptopOutlined aria-hidden /> },
  sms: { name: 'guests.type_sms', icon: <MessageOutlined aria-hidden /> },
  email: { name: 'guests.type_email', icon: <MailOutlined aria-hidden /> },
  voucher: { name: 'guests.type_voucher', icon: <TagOutlined aria-hidden /> },
};

/** What an account type is called; undefined for one that is not known here. */
export function accountTypeName(type: string): MessageId | undefined {
  return knownType(type)?.name;
}

/** How a guest logs in; what an older back end has besides is shown as it is. */
export function AccountType({ type }: { type: string }) {
  const known = knownType(type);
  return (
    <span style={{ whiteSpace: 'nowrap' }}>
      {known?.icon ?? <UserOutlined aria-hidden />} {known ? <FormattedMessage id={known.name} /> : type}
    </span>
  );
}

const knownType = (type: string) => (Object.hasOwn(ACCOUNT_TYPES, type) ? ACCOUNT_TYPES[type] : undefined);
