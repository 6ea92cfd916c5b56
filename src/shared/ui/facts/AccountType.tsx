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
import { accountTypeName } from '../../format/accountTypes';
import textStyles from '../page/text.module.css';

const ICONS: Partial<Record<string, ReactNode>> = {
  whatsapp: <WhatsAppOutlined aria-hidden />,
  facebook: <FacebookOutlined aria-hidden />,
  linkedin: <LinkedinOutlined aria-hidden />,
  mac: <LaptopOutlined aria-hidden />,
  sms: <MessageOutlined aria-hidden />,
  email: <MailOutlined aria-hidden />,
  voucher: <TagOutlined aria-hidden />,
};

/** How a guest logs in. Types that only existing back ends have are shown verbatim. */
export function AccountType({ type }: { type: string }) {
  const name = accountTypeName(type);
  return (
    <span className={textStyles.nowrap}>
      {(name && ICONS[type]) ?? <UserOutlined aria-hidden />} {name ? <FormattedMessage id={name} /> : type}
    </span>
  );
}
