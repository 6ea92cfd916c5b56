import type { ReactNode } from 'react';
import { OtherDevices, type OtherDevice } from './OtherDevices';
import { PortalForm, Problem, Text, usePortal } from './PortalFrame';
import type { Site } from './portalLook';
import { bytesText, portalText, spanText } from './texts';
import { Heading } from './Heading';
import { ToSite } from './SocialPage';
import { SentCodeForm } from './SentPage';
import { Questions, CodeForm } from './LoginPage';

/** The forms of this page that can be refused. */
export const ONLINE_FORMS = ['code', 'confirm', 'social'] as const;
export type OnlineForm = (typeof ONLINE_FORMS)[number];

export interface OnlinePageProps {
  /** Seconds and bytes left; null if unlimited, undefined if unknown. */
  seconds?: number | null | undefined;
  bytes?: number | null | undefined;
  /** The hotspot's own page; empty for none. */
  redirect: string;
  canLeave: boolean;
  /** Whether the guest may enter another code. */
  canExtend: boolean;
  /** Whether the code from the e-mail still has to be entered. */
  canConfirm?: boolean;
  /** Whether to ask for the guest's country and the reason for the stay. */
  asksOrigin?: boolean;
  /** The social network at which the guest still has to log in, and its URL. */
  toSite?: { site: Site; on: string } | undefined;
  problem?: ReactNode;
  /** The form that `problem` is about; null if it is about none of them. */
  form?: OnlineForm | null;
  /** The guest's other devices that are online. */
  devices?: readonly OtherDevice[];
}

/** Shown to guests who are online, with a link to the hotspot's own page. Only http and https are linked. */
export function OnlinePage({
  seconds,
  bytes,
  redirect,
  canLeave,
  canExtend,
  canConfirm = false,
  asksOrigin = false,
  toSite,
  problem = null,
  form = null,
  devices = [],
}: OnlinePageProps) {
  const { language } = usePortal();
  const unlimited = portalText(language, 'unlimited');
  const isShown = { code: canExtend, confirm: canConfirm, social: toSite !== undefined };
  const problemOf = (one: OnlineForm) => (one === form ? problem : null);
  return (
    <>
      <Heading>
        <Text text="online" />
      </Heading>
      {problem !== null && (form === null || !isShown[form]) && <Problem>{problem}</Problem>}
      <dl className="portal-left">
        {seconds !== undefined && (
          <>
            <dt>
              <Text text="time_left" />
            </dt>
            <dd>{seconds === null ? unlimited : spanText(language, seconds)}</dd>
          </>
        )}
        {bytes !== undefined && (
          <>
            <dt>
              <Text text="data_left" />
            </dt>
            <dd>{bytes === null ? unlimited : bytesText(language, bytes)}</dd>
          </>
        )}
      </dl>
      {/^https?:\/\//i.test(redirect) && (
        <a className="portal-start" href={redirect} rel="noreferrer">
          <Text text="then" values={{ address: hostOf(redirect) }} />
        </a>
      )}
      {toSite && problemOf('social') !== null && <Problem>{problem}</Problem>}
      {toSite && <ToSite site={toSite.site} on={toSite.on} />}
      {canConfirm && <SentCodeForm label="email_code" problem={problemOf('confirm')} />}
      {canExtend && (
        <details className="portal-part" open={problemOf('code') !== null}>
          <summary>
            <Text text="extend" />
          </summary>
          <CodeForm code="" problem={problemOf('code')} />
        </details>
      )}
      <OtherDevices devices={devices} next="/online" />
      {asksOrigin && <Questions />}
      {canLeave && (
        <PortalForm form="leave" next="/">
          <button type="submit" className="portal-start portal-other">
            <Text text="leave" />
          </button>
        </PortalForm>
      )}
    </>
  );
}

const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host : address);
