/**
 * Checks of a running server, by group, in display order: those of `portico doctor`, except for a server that can't start or that nobody
 * has signed in to yet. No zod here: the console bundles this file.
 */
export const SYSTEM_CHECKS = {
  machine: [
    ...(['memory_low', 'open_files_low', 'entropy_low', 'mtu_small', 'node_version'] as const),
    ...(['clock_stopped', 'clock_behind', 'clocks_differ', 'zone_unset'] as const),
  ],
  data: [
    ...(['disk_low', 'data_unwritable', 'data_remote', 'data_relative', 'file_unusable', 'secrets_readable'] as const),
    ...(['backups_unwritable', 'backup_old', 'backup_broken', 'restore_untried'] as const),
    ...(['database_unsuitable', 'database_locale', 'database_newer', 'connections_few'] as const),
  ],
  address: [
    ...(['public_url_unset', 'public_url_plain', 'public_name_unknown', 'public_url_wrong'] as const),
    ...(['proxy_untrusted', 'proxy_too_wide', 'policy_changed', 'certificate_expiring', 'ipv6_unserved'] as const),
  ],
  units: ['radius_local', 'unit_unroutable', 'units_unheard', 'packets_unread', 'secrets_wrong', 'freeradius_outdated'],
  messages: ['mail_unset', 'mail_refused', 'sms_unreachable', 'messages_failing', 'social_plain', 'social_unreturned'],
  settings: ['setting_unknown', 'retention_undecided', 'sign_in_unlimited', 'webhooks_plain', 'own_password_unconfirmed'],
} as const;

export type SystemGroup = keyof typeof SYSTEM_CHECKS;
export type SystemCheck = (typeof SYSTEM_CHECKS)[SystemGroup][number];

export const SYSTEM_GROUPS = Object.keys(SYSTEM_CHECKS) as SystemGroup[];

/** `wrong`: something that people need doesn't work, or data may be lost. */
export const SYSTEM_STATES = ['ok', 'warning', 'wrong'] as const;
