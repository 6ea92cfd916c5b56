import type { Language } from '../shared/preferences';
import { MESSAGE_FILES } from './bundled';

/** Loads the messages of the sign-in screen. */
export async function loadSignInWords(language: Language): Promise<SignInMessages> {
  return { language, messages: await MESSAGE_FILES[language].signIn() };
}

export interface SignInMessages {
  language: Language;
  messages: Record<string, string>;
}
