/**
 * Every table, from the file of its noun. Names are those of the wire and of recorded fixtures, so that these load without mapping: guests
 * are `users`, ended sessions are `session_histories`. Traffic in bytes, time in seconds, bandwidth in kbps.
 *
 * What belongs to a hotspot is deleted with it (`on delete cascade`). Ended sessions outlive guests, devices and units so that reports
 * stay correct; they refer to those by plain ids without foreign keys.
 */
export * from './schema/access';
export * from './schema/accounts';
export * from './schema/audit';
export * from './schema/consents';
export * from './schema/deleted';
export * from './schema/disclaimers';
export * from './schema/feedback';
export * from './schema/guests';
export * from './schema/hotspots';
export * from './schema/installation';
export * from './schema/integrations';
export * from './schema/messages';
export * from './schema/paper';
export * from './schema/portal';
export * from './schema/preferences';
export * from './schema/sessionSums';
export * from './schema/sessions';
export * from './schema/signIns';
export * from './schema/subscriptions';
export * from './schema/units';
export * from './schema/vouchers';
