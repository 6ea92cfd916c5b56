type MessageId = FormatjsIntl.Message['ids'];

/** Why sessions ended, in words for staff; causes that only technicians tell apart share one text. */
const CAUSES: Partial<Record<string, MessageId>> = {
  user_request: 'sessions.cause_left',
  lost_carrier: 'sessions.cause_gone',
  lost_service: 'sessions.cause_gone',
  idle_timeout: 'sessions.cause_idle',
  session_timeout: 'sessions.cause_time',
  traffic_limit: 'sessions.cause_traffic',
  admin_reset: 'sessions.cause_disconnected',
  admin_reboot: 'sessions.cause_restart',
  nas_reboot: 'sessions.cause_restart',
  unit_restarted: 'sessions.cause_restart',
  port_error: 'sessions.cause_fault',
  nas_error: 'sessions.cause_fault',
  service_unavailable: 'sessions.cause_fault',
  nas_request: 'sessions.cause_unit',
  port_unneeded: 'sessions.cause_unit',
  port_preempted: 'sessions.cause_unit',
  port_suspended: 'sessions.cause_unit',
  port_reinit: 'sessions.cause_unit',
  port_disabled: 'sessions.cause_unit',
  callback: 'sessions.cause_unit',
  user_error: 'sessions.cause_device',
  host_request: 'sessions.cause_device',
  supplicant_restart: 'sessions.cause_device',
  reauthentication_failure: 'sessions.cause_refused',
  no_word: 'sessions.cause_silent',
  replaced: 'sessions.cause_replaced',
  unknown_to_unit: 'sessions.cause_unknown',
};

/** Null if the cause isn't known. */
export const causeText = (cause: string | undefined): MessageId | null => (cause === undefined ? null : (CAUSES[cause] ?? null));
