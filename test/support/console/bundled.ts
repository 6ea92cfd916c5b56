import { antdLocaleOf } from '../../../src/shared/languages';
import type * as Bundled from '../../../src/app/bundled';
import { completed } from '../../../scripts/messages.mjs';

/** Replaces `src/app/bundled.ts` in tests, with the values that Vite would put there. */

export const IS_DEVELOPMENT = true;
export const IS_PSEUDO = false;
export const CONSOLE_VERSION = '';

const textsOf = async (language: string) =>
  ((await import(`../../../i18n/${language}.json`, { with: { type: 'json' } })) as { default: Record<string, string> }).default;

export const loadFirstMessages: typeof Bundled.loadFirstMessages = async (language) =>
  completed(await textsOf('en'), await textsOf(language));

export const loadLanguageFile: typeof Bundled.loadLanguageFile = async (language) => {
  if (language !== 'en') await import(`dayjs/locale/${language}.js`);
  const { default: antd } = (await import(`antd/locale/${antdLocaleOf(language)}.js`)) as { default: LanguageFile['antd'] };
  return { messages: await loadFirstMessages(language), antd };
};

type LanguageFile = Awaited<ReturnType<typeof Bundled.loadLanguageFile>>;
