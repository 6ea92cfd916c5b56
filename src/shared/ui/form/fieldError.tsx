import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';

/** A field error that changes with the language. antd renders any element there, but its types only allow strings. */
export function fieldError(id: FormatjsIntl.Message['ids'], values: Record<string, ReactNode> = {}): string {
  return (<FormattedMessage id={id} values={values} />) as unknown as string;
}
