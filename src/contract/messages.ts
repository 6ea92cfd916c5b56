/** What leaves the server by the outbox: mails and SMS that nobody waits for. `answer` is what a guest wrote, for the hotspot's feedback address. */
export const OUTBOX_KINDS = ['feedback', 'review', 'answer'] as const;
export type OutboxKind = (typeof OUTBOX_KINDS)[number];

export const OUTBOX_STATES = ['waiting', 'sent', 'failed'] as const;
