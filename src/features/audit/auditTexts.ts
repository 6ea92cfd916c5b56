import { PORTAL_LANGUAGES } from '../../contract/plain/wire';
import { ACCOUNT_FIELDS, PRIVACY_FIELDS } from '../../contract/plain/accountFields';
import { each, namesOf } from '../../contract/plain/fields';
import { GUEST_FIELDS } from '../../contract/plain/guestFields';
import { HOTSPOT_FIELDS } from '../../contract/plain/hotspotFields';
import { UNIT_FIELDS } from '../../contract/plain/unitFields';
import type { AuditEntry, AuditKind } from '../../contract/audit';
import { AUDITED, type AuditAction } from '../../contract/plain/roles';

type MessageId = FormatjsIntl.Message['ids'];

export const ACTION_TEXTS: Record<AuditAction, MessageId> = {
  'hotspots.create': 'audit.hotspot_created',
  'hotspots.update': 'audit.hotspot_changed',
  'hotspots.delete': 'audit.hotspot_deleted',
  'hotspot_preferences.update': 'audit.preference_changed',
  'marketing.update': 'audit.feedback_changed',
  'vouchers.create': 'audit.vouchers_created',
  'vouchers.update': 'audit.vouchers_marked',
  'vouchers.delete': 'audit.vouchers_deleted',
  'paper.update': 'audit.paper_changed',
  'paper_templates.create': 'audit.paper_template_created',
  'paper_templates.update': 'audit.paper_template_changed',
  'paper_templates.delete': 'audit.paper_template_deleted',
  'vouchers.replace': 'audit.voucher_replaced',
  'vouchers.send': 'audit.voucher_mailed',
  'accounts.create': 'audit.manager_created',
  'accounts.update': 'audit.manager_changed',
  'accounts.delete': 'audit.manager_deleted',
  'accounts.subscription': 'audit.subscription_changed',
  'account_preferences.update': 'audit.default_disclaimer_chosen',
  'units.create': 'audit.unit_registered',
  'units.update': 'audit.unit_changed',
  'units.show_secret': 'audit.unit_secret_shown',
  'units.renew_secret': 'audit.unit_secret_renewed',
  'units.delete': 'audit.unit_deleted',
  'mac_entries.create': 'audit.mac_entry_created',
  'guests.update': 'audit.guest_changed',
  'guests.delete': 'audit.guest_deleted',
  'sessions.disconnect': 'audit.guest_disconnected',
  'sessions.change': 'audit.session_changed',
  'disclaimers.create': 'audit.disclaimer_created',
  'disclaimers.update': 'audit.disclaimer_changed',
  'disclaimers.delete': 'audit.disclaimer_deleted',
  'integrations.create': 'audit.integration_created',
  'integrations.update': 'audit.integration_changed',
  'integrations.delete': 'audit.integration_deleted',
  'account_integrations.update': 'audit.integration_of_reseller',
  'hotspot_integrations.update': 'audit.integration_of_hotspot',
  'sms_accounts.threshold': 'audit.sms_threshold_set',
  'sms_accounts.add': 'audit.sms_added',
  'messages.repeat': 'audit.message_repeated',
  'deleted.restore': 'audit.restored',
  password_reset: 'audit.password_reset',
  'second_factor.on': 'audit.second_factor_on',
  'second_factor.off': 'audit.second_factor_off',
  'second_factor.codes': 'audit.second_factor_codes',
  'second_factor.recovered': 'audit.second_factor_recovered',
  'accounts.second_factor_off': 'audit.second_factor_off_for',
  'accounts.sign_out': 'audit.signed_out',
};

/** Null for an action this version doesn't know; callers show its raw name. */
export function actionText(action: string): MessageId | null {
  const known = AUDITED.find((one) => one === action);
  return known ? ACTION_TEXTS[known] : null;
}

export const KIND_TEXTS: Record<AuditKind, MessageId> = {
  hotspot: 'hotspots.one',
  unit: 'units.one',
  guest: 'guests.one',
  archived_guest: 'audit.archived_guest',
  voucher: 'audit.voucher',
  paper_template: 'paper.template',
  account: 'audit.manager',
  disclaimer: 'audit.disclaimer',
  integration: 'audit.integration',
};

export const ROLE_TEXTS: Record<AuditEntry['role'], MessageId> = {
  admin: 'role.admin',
  reseller: 'role.reseller',
  customer: 'role.customer',
  desk: 'role.desk',
  unit: 'units.one',
  server: 'audit.server',
};

/** How to format a value that isn't plain text, a number or a boolean. */
type Reading =
  | 'bytes'
  | 'default_disclaimer'
  | 'http_proof'
  | 'id'
  | 'kbps'
  | 'kind'
  | 'message'
  | 'moment'
  | 'outcome'
  | 'seconds'
  | 'uses';

interface FieldTexts {
  label: MessageId;
  reading?: Reading;
}

const label = (id: MessageId, reading?: Reading): FieldTexts => ({ label: id, ...(reading && { reading }) });

/** Labels of fields; a preference that isn't listed is shown by its key. */
const FIELDS: Partial<Record<string, FieldTexts>> = {
  ...each(namesOf(UNIT_FIELDS), (field) => label(`units.${field}`)),
  ...each(namesOf(GUEST_FIELDS), (field) => label(`guests.${field}`)),
  ...each(namesOf(PRIVACY_FIELDS), (field) => label(`profile.${field}`)),
  ...each(namesOf(HOTSPOT_FIELDS), (field) => label(`hotspots.${field}`)),
  ...each(namesOf(ACCOUNT_FIELDS), (field) => label(`accounts.${field}`)),
  username: label('accounts.username'),
  type: label('audit.type', 'kind'),
  privacy_disclaimer: label('hotspots.privacy_disclaimer'),
  tos_disclaimer: label('hotspots.tos_disclaimer'),
  custom_disclaimers_privacy: label('hotspots.privacy_disclaimer', 'default_disclaimer'),
  custom_disclaimers_terms: label('hotspots.tos_disclaimer', 'default_disclaimer'),
  integrations: label('integrations.title'),
  paper_ssid: label('paper.ssid'),
  paper_security: label('paper.security'),
  paper_wifi_password: label('paper.password'),
  paper_portal_url: label('paper.portal_url'),
  paper_footer: label('paper.footer'),
  paper_language: label('paper.language'),
  paper_has_english: label('paper.has_english'),
  paper_has_qr: label('paper.qr'),
  paper_design: label('paper.design'),
  paper_template: label('paper.template'),
  paper_format: label('paper.size'),
  paper_cut: label('paper.cut'),
  paper_shift: label('paper.shift'),
  layout: label('paper.layout'),
  synced: label('audit.synced'),
  vouchers: label('audit.vouchers'),
  batch: label('vouchers.batch'),
  mailed: label('audit.mailed'),
  message: label('audit.message', 'message'),
  replaced: label('audit.replaced'),
  voucher_presets: label('presets.title'),
  printed: label('vouchers.printed'),
  printed_vouchers: label('vouchers.printed'),
  prints: label('vouchers.prints'),
  auto_login: label('guests.auto_login'),
  bandwidth_down: label('guests.kbps_down', 'kbps'),
  bandwidth_up: label('guests.kbps_up', 'kbps'),
  kbps_down: label('guests.kbps_down', 'kbps'),
  kbps_up: label('guests.kbps_up', 'kbps'),
  max_traffic: label('vouchers.max_traffic', 'bytes'),
  max_time: label('vouchers.max_time', 'seconds'),
  max_navigation_traffic: label('guests.traffic_limit', 'bytes'),
  max_navigation_time: label('guests.time_limit', 'seconds'),
  'CoovaChilli-Max-Total-Octets': label('preferences.max_traffic', 'bytes'),
  'CoovaChilli-Max-Navigation-Time': label('preferences.max_time', 'seconds'),
  'CoovaChilli-Bandwidth-Max-Down': label('preferences.max_down', 'kbps'),
  'CoovaChilli-Bandwidth-Max-Up': label('preferences.max_up', 'kbps'),
  duration: label('audit.days_valid'),
  remain_use: label('audit.uses_left', 'uses'),
  expires: label('vouchers.expires', 'moment'),
  account_type: label('audit.way_in'),
  valid_from: label('guests.valid_from', 'moment'),
  valid_until: label('guests.valid_until', 'moment'),
  mac_address: label('units.mac_address'),
  hotspot: label('hotspots.one'),
  privacy_name: label('audit.privacy_name'),
  privacy_email: label('audit.privacy_email'),
  subscription_plan: label('accounts.plan'),
  subscription_until: label('audit.subscription_until', 'moment'),
  sms_max_count: label('audit.sms_max_count'),
  sms_threshold: label('audit.sms_threshold'),
  password: label('login.password'),
  second_factor: label('second_factor.title'),
  recovery_codes: label('second_factor.recovery_codes'),
  title: label('audit.title_of'),
  body: label('audit.text'),
  translations: label('disclaimers.translations'),
  privacy: label('integrations.privacy'),
  site: label('integrations.site'),
  logo: label('captive.logo'),
  webhook_url: label('integrations.webhook_url'),
  webhook_token: label('integrations.webhook_token'),
  pre_auth_redirect_url: label('integrations.pre_auth_redirect_url'),
  post_auth_redirect_url: label('integrations.post_auth_redirect_url'),
  captive_1_redir: label('captive.redirect'),
  captive_2_title: label('captive.portal_title'),
  captive_3_logo: label('captive.logo'),
  captive_4_subtitle: label('captive.subtitle'),
  captive_5_banner: label('captive.banner'),
  captive_6_description: label('captive.description'),
  captive_7_background: label('captive.background'),
  captive_81_bg_image: label('captive.bg_image'),
  captive_82_container_bg_color: label('captive.container_color'),
  captive_83_title_color: label('captive.title_color'),
  captive_84_text_color: label('captive.text_color'),
  captive_85_text_style: label('captive.text_style'),
  sms_login: label('preferences.sms_login'),
  email_login: label('preferences.email_login'),
  facebook_login: label('preferences.facebook_login'),
  linkedin_login: label('preferences.linkedin_login'),
  voucher_login: label('preferences.voucher_login'),
  temp_code_login: label('preferences.temp_code_login'),
  sms_login_max: label('preferences.sms_login_max'),
  sms_login_threshold: label('preferences.sms_login_threshold'),
  sms_countries: label('preferences.sms_countries'),
  sms_unentered_max: label('preferences.sms_unentered_max'),
  user_expiration_days: label('preferences.user_expiration_days'),
  voucher_expiration_days: label('preferences.voucher_expiration_days'),
  auth_renew: label('preferences.auth_renew'),
  session_key: label('sessions.session_key'),
  session: label('sessions.one', 'id'),
  sessions: label('audit.sessions_ended'),
  unit: label('units.one'),
  outcome: label('audit.unit_answer', 'outcome'),
  cause: label('audit.unit_cause'),
  kind: label('units.type'),
  address: label('units.fixed_address'),
  may_be_unsigned: label('units.may_be_unsigned'),
  coa_port: label('units.coa_port', 'id'),
  http_proof: label('units.http_proof', 'http_proof'),
  time_zone: label('preferences.time_zone'),
  guest_language: label('preferences.guest_language'),
  hotspot_closed: label('preferences.hotspot_closed'),
  voucher_limits_total: label('preferences.voucher_limits_total'),
  max_devices: label('vouchers.max_devices'),
  oldest_device_leaves: label('preferences.oldest_device_leaves'),
};

/** The suffix of a key whose text is in one of the portal's languages. */
const IN_LANGUAGE = new RegExp(`_(?:${PORTAL_LANGUAGES.join('|')})$`);

export function fieldTextsOf(field: string): FieldTexts | null {
  return FIELDS[field] ?? FIELDS[field.replace(IN_LANGUAGE, '')] ?? null;
}
