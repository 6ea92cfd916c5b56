/**
 * The RADIUS attributes that hotspots use, under FreeRADIUS' names. Attributes not listed are kept as bytes and ignored.
 *
 * Kinds: `text` is UTF-8, `octets` any bytes, `integer` unsigned 32-bit, `ipv4` and `ipv6` addresses as text, `prefix` an
 * IPv6 prefix as `2001:db8::/56`, `time` seconds since 1970.
 */
export const VENDOR = {
  microsoft: 311,
  wispr: 14122,
  coovachilli: 14559,
  aruba: 14823,
  mikrotik: 14988,
  ruckus: 25053,
  pfsense: 13644,
  omada: 11863,
} as const;

interface Definition {
  /** The vendor's number; 0 for a standard attribute. */
  vendor: number;
  type: number;
  kind: keyof Kinds;
}

/** TypeScript type of a value of each kind. */
export interface Kinds {
  text: string;
  octets: Buffer;
  integer: number;
  ipv4: string;
  ipv6: string;
  prefix: string;
  time: Date;
}

const standard = <K extends keyof Kinds>(type: number, kind: K) => ({ vendor: 0, type, kind });
const of =
  (vendor: number) =>
  <K extends keyof Kinds>(type: number, kind: K) => ({ vendor, type, kind });

const microsoft = of(VENDOR.microsoft);
const wispr = of(VENDOR.wispr);
const coovachilli = of(VENDOR.coovachilli);
const aruba = of(VENDOR.aruba);
const mikrotik = of(VENDOR.mikrotik);
const ruckus = of(VENDOR.ruckus);
const pfsense = of(VENDOR.pfsense);

export const ATTRIBUTES = {
  'User-Name': standard(1, 'text'),
  'User-Password': standard(2, 'octets'),
  'CHAP-Password': standard(3, 'octets'),
  'NAS-IP-Address': standard(4, 'ipv4'),
  'NAS-Port': standard(5, 'integer'),
  'Service-Type': standard(6, 'integer'),
  'Framed-IP-Address': standard(8, 'ipv4'),
  'Filter-Id': standard(11, 'text'),
  'Reply-Message': standard(18, 'text'),
  State: standard(24, 'octets'),
  Class: standard(25, 'octets'),
  'Session-Timeout': standard(27, 'integer'),
  'Idle-Timeout': standard(28, 'integer'),
  'Called-Station-Id': standard(30, 'text'),
  'Calling-Station-Id': standard(31, 'text'),
  'NAS-Identifier': standard(32, 'text'),
  'Proxy-State': standard(33, 'octets'),
  'Acct-Status-Type': standard(40, 'integer'),
  'Acct-Delay-Time': standard(41, 'integer'),
  'Acct-Input-Octets': standard(42, 'integer'),
  'Acct-Output-Octets': standard(43, 'integer'),
  'Acct-Session-Id': standard(44, 'text'),
  'Acct-Authentic': standard(45, 'integer'),
  'Acct-Session-Time': standard(46, 'integer'),
  'Acct-Input-Packets': standard(47, 'integer'),
  'Acct-Output-Packets': standard(48, 'integer'),
  'Acct-Terminate-Cause': standard(49, 'integer'),
  'Acct-Multi-Session-Id': standard(50, 'text'),
  'Acct-Input-Gigawords': standard(52, 'integer'),
  'Acct-Output-Gigawords': standard(53, 'integer'),
  'Event-Timestamp': standard(55, 'time'),
  'CHAP-Challenge': standard(60, 'octets'),
  'NAS-Port-Type': standard(61, 'integer'),
  'EAP-Message': standard(79, 'octets'),
  'Message-Authenticator': standard(80, 'octets'),
  'Acct-Interim-Interval': standard(85, 'integer'),
  'NAS-Port-Id': standard(87, 'text'),
  'Chargeable-User-Identity': standard(89, 'octets'),
  'NAS-IPv6-Address': standard(95, 'ipv6'),
  'Framed-Interface-Id': standard(96, 'octets'),
  'Framed-IPv6-Prefix': standard(97, 'prefix'),
  'Error-Cause': standard(101, 'integer'),
  'Delegated-IPv6-Prefix': standard(123, 'prefix'),
  'Framed-IPv6-Address': standard(168, 'ipv6'),

  'MS-CHAP-Error': microsoft(2, 'octets'),
  'MS-CHAP-Challenge': microsoft(11, 'octets'),
  'MS-CHAP2-Response': microsoft(25, 'octets'),
  'MS-CHAP2-Success': microsoft(26, 'octets'),

  'WISPr-Location-ID': wispr(1, 'text'),
  'WISPr-Location-Name': wispr(2, 'text'),
  'WISPr-Logoff-URL': wispr(3, 'text'),
  'WISPr-Redirection-URL': wispr(4, 'text'),
  'WISPr-Bandwidth-Max-Up': wispr(7, 'integer'),
  'WISPr-Bandwidth-Max-Down': wispr(8, 'integer'),
  'WISPr-Session-Terminate-Time': wispr(9, 'text'),

  'CoovaChilli-Max-Input-Octets': coovachilli(1, 'integer'),
  'CoovaChilli-Max-Output-Octets': coovachilli(2, 'integer'),
  'CoovaChilli-Max-Total-Octets': coovachilli(3, 'integer'),
  'CoovaChilli-Bandwidth-Max-Up': coovachilli(4, 'integer'),
  'CoovaChilli-Bandwidth-Max-Down': coovachilli(5, 'integer'),
  'CoovaChilli-Config': coovachilli(6, 'text'),
  'CoovaChilli-Version': coovachilli(8, 'text'),
  'CoovaChilli-Acct-View-Point': coovachilli(10, 'integer'),
  'CoovaChilli-Session-State': coovachilli(15, 'integer'),
  'CoovaChilli-Max-Input-Gigawords': coovachilli(21, 'integer'),
  'CoovaChilli-Max-Output-Gigawords': coovachilli(22, 'integer'),
  'CoovaChilli-Max-Total-Gigawords': coovachilli(23, 'integer'),

  'Mikrotik-Recv-Limit': mikrotik(1, 'integer'),
  'Mikrotik-Xmit-Limit': mikrotik(2, 'integer'),
  'Mikrotik-Group': mikrotik(3, 'text'),
  'Mikrotik-Rate-Limit': mikrotik(8, 'text'),
  'Mikrotik-Host-IP': mikrotik(10, 'ipv4'),
  'Mikrotik-Recv-Limit-Gigawords': mikrotik(14, 'integer'),
  'Mikrotik-Xmit-Limit-Gigawords': mikrotik(15, 'integer'),
  'Mikrotik-Total-Limit': mikrotik(17, 'integer'),
  'Mikrotik-Total-Limit-Gigawords': mikrotik(18, 'integer'),
  'Mikrotik-Address-List': mikrotik(19, 'text'),

  'Aruba-Essid-Name': aruba(5, 'text'),
  'Aruba-Location-Id': aruba(6, 'text'),

  'Ruckus-SSID': ruckus(3, 'text'),
  'Ruckus-Max-DL-UL-Quota': ruckus(144, 'integer'),

  'pfSense-Bandwidth-Max-Up': pfsense(1, 'integer'),
  'pfSense-Bandwidth-Max-Down': pfsense(2, 'integer'),
  'pfSense-Max-Total-Octets': pfsense(3, 'integer'),
} as const satisfies Record<string, Definition>;

export type AttributeName = keyof typeof ATTRIBUTES;
export type ValueOf<N extends AttributeName> = Kinds[(typeof ATTRIBUTES)[N]['kind']];

/** Values of `Acct-Status-Type` that are handled. */
export const ACCT_STATUS = { start: 1, stop: 2, interim: 3, on: 7, off: 8 } as const;

/** Values of `Error-Cause` (RFC 5176). */
export const ERROR_CAUSE = {
  201: 'residual session removed',
  401: 'unsupported attribute',
  402: 'missing attribute',
  403: 'unit identification mismatch',
  404: 'invalid request',
  405: 'unsupported service',
  406: 'unsupported extension',
  407: 'invalid attribute value',
  501: 'administratively prohibited',
  502: 'request not routable',
  503: 'session not found',
  504: 'session cannot be removed',
  505: 'other proxy error',
  506: 'resources unavailable',
  507: 'request initiated',
  508: 'several sessions not supported',
} as const satisfies Record<number, string>;

/** `Acct-Terminate-Cause` (RFC 2866) as stored. */
export const TERMINATE_CAUSE = {
  1: 'user_request',
  2: 'lost_carrier',
  3: 'lost_service',
  4: 'idle_timeout',
  5: 'session_timeout',
  6: 'admin_reset',
  7: 'admin_reboot',
  8: 'port_error',
  9: 'nas_error',
  10: 'nas_request',
  11: 'nas_reboot',
  12: 'port_unneeded',
  13: 'port_preempted',
  14: 'port_suspended',
  15: 'service_unavailable',
  16: 'callback',
  17: 'user_error',
  18: 'host_request',
  19: 'supplicant_restart',
  20: 'reauthentication_failure',
  21: 'port_reinit',
  22: 'port_disabled',
} as const satisfies Record<number, string>;
