/** The description from which a venue of the demonstration is generated, and settings that several venues share. */
import type { Motif } from '../pictures';
import type { Kind } from '../rhythms';

/** Describes a venue with one hotspot, which has the venue's name. */
export interface VenuePlan {
  name: string;
  kind: Kind;
  /** New guests on an average day. */
  size: number;
  /** In days: since the hotspot was set up, and the validity of a guest's access. */
  sinceDays: number;
  validDays: number;
  description: string;
  business: { name: string; vat: string; address: string; email: string; dpo: string; dpoMail: string };
  customer: Staff;
  desk: Staff;
  units: readonly UnitPlan[];
  /** Devices without a browser, let in by MAC address. */
  entries: readonly string[];
  portal: {
    title: string;
    subtitle: string;
    description: string;
    redirect: string;
    background: string;
    container: string;
    titleColor: string;
    textColor: string;
    textStyle: string;
    motif: Motif;
  };
  /** Custom voucher codes. */
  codes: readonly string[];
  /** The hotspot's own SMS limit: nearly used up, or ample; undefined for none. */
  smsLimit?: 'near' | 'ample';
  /** Preferences, other than the look, that differ from the defaults. */
  preferences: Readonly<Record<string, string>>;
}

interface Staff {
  username: string;
  name: string;
  email: string;
}

interface UnitPlan {
  name: string;
  description: string;
  /** Days since its last session, for a unit that is meant to be broken. */
  silentDays?: number;
}

/** Bandwidth in kbps. */
export const bandwidth = (down: number, up: number) => ({
  'CoovaChilli-Bandwidth-Max-Down': String(down),
  'CoovaChilli-Bandwidth-Max-Up': String(up),
});

/** Switched on in nearly all venues of the main reseller. */
export const VOUCHERS = { voucher_login: 'true', temp_code_login: 'true' };

export const ASKS_ORIGIN = { marketing_0_reason_country: 'true' };

export const feedback = (mail: string) => ({
  marketing_1_enabled: 'true',
  marketing_2_feedback_email: mail,
  marketing_3_first_email_enabled: 'true',
  marketing_4_second_email_enabled: 'true',
  marketing_6_first_after: '120',
  marketing_7_second_after: 'days',
  marketing_8_second_after_days: '4',
  marketing_9_threshold: '4',
  marketing_10_first_url: 'https://recensioni.example/strutture',
  marketing_11_second_url: 'https://viaggi.example/opinioni',
  check_marketing: 'true',
});
