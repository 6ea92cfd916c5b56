import type { Language } from '../shared/languages';
import { loadFirstMessages } from './bundled';

/** Loads the messages of the sign-in screen. */
export async function loadSignInMessages(language: Language): Promise<SignInMessages> {
  return { language, messages: await loadFirstMessages(language) };
}

export interface SignInMessages {
  language: Language;
  messages: Record<string, string>;
}
