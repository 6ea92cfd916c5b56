import type * as Bundled from '../../../src/app/bundled';

/** Stands for `src/app/bundled.ts` in tests: what vite puts in there. */

export const IS_DEVELOPMENT = true;
export const CONSOLE_VERSION = '';

const en = async () => (await import('../../../i18n/en.json', { with: { type: 'json' } })).default;
const it = async () => (await import('../../../i18n/it.json', { with: { type: 'json' } })).default;

export const MESSAGE_FILES: typeof Bundled.MESSAGE_FILES = {
  en: { signIn: en, all: en, antd: async () => (await import('antd/locale/en_US')).default, dayjs: async () => undefined },
  it: { signIn: it, all: it, antd: async () => (await import('antd/locale/it_IT')).default, dayjs: async () => import('dayjs/locale/it') },
};
