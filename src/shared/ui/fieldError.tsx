import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';

/** A sentence at a field, which follows when another language is chosen. antd shows any element there, and its types know texts alone. */
export function fieldError(id: FormatjsIntl.Message['ids'], values: Record<string, ReactNode> = {}): string {
  return (<FormattedMessage id={id} values={values} />) as unknown as string;
}
