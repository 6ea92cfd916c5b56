import type { Message } from '../messages/outboxQueries';

/** In both languages, because the owner's language isn't known. */
export function mailOf({ id, name, email }: { id?: number; name: string; email: string }, code: string, product: string): Message {
  const subject = `${product}: new password / nuova password`;
  const text = [
    `${name},`,
    '',
    'Use this code to set a new password. It’s valid for 30 minutes.',
    'Usa questo codice per scegliere una nuova password. Vale 30 minuti.',
    '',
    `    ${code}`,
    '',
    'Didn’t ask for it? Ignore this e-mail: your password stays the same.',
    'Non l’hai chiesto tu? Ignora questa e-mail: la password resta la stessa.',
  ].join('\n');
  return {
    kind: 'password_reset',
    ...(id !== undefined && { accountId: id }),
    recipient: email,
    content: { channel: 'mail', mail: { subject, text } },
  };
}
