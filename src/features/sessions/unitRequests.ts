import type { UnitRequest } from '../../contract/sessions';

type MessageId = FormatjsIntl.Message['ids'];

const DISCONNECT: Record<UnitRequest['outcome'], MessageId> = {
  acknowledged: 'sessions.disconnect_acknowledged',
  ended: 'sessions.disconnect_ended',
  refused: 'sessions.disconnect_refused',
  no_answer: 'sessions.disconnect_no_answer',
  with_next_report: 'sessions.disconnect_next_report',
  not_possible: 'sessions.disconnect_not_reported',
};

const CHANGE: Record<UnitRequest['outcome'], MessageId> = {
  ...DISCONNECT,
  acknowledged: 'sessions.change_acknowledged',
  refused: 'sessions.change_refused',
  no_answer: 'sessions.change_no_answer',
  not_possible: 'sessions.change_not_possible',
};

/** What a unit's answer means for the session; refusals take the `cause`. */
export const requestText = ({ what, outcome }: Pick<UnitRequest, 'what' | 'outcome'>): MessageId =>
  what === 'disconnect' ? DISCONNECT[outcome] : CHANGE[outcome];
