import type { ReactNode } from 'react';
import { PortalForm, PortalLink, Problem, Text, usePortal } from './PortalFrame';
import { SITE_NAMES, type Site } from './portalLook';
import { spanText } from './texts';
import { Heading } from './Heading';

interface SocialPageProps {
  site: Site;
  /** URL of the social network. */
  on: string;
  /** Seconds of internet access for logging in there; 0 for none. */
  shortSeconds: number;
  /** Whether this seems to be the device's captive-portal mini browser, which other sites may reject. */
  isMini?: boolean;
  problem?: ReactNode;
}

/** Shown before a guest leaves for a social network. */
export function SocialPage({ site, on, shortSeconds, isMini = false, problem = null }: SocialPageProps) {
  const { language } = usePortal();
  const name = SITE_NAMES[site];
  const minutes = spanText(language, shortSeconds);
  return (
    <>
      <Heading>
        <Text text="social_start" values={{ site: name }} />
      </Heading>
      {problem !== null && <Problem>{problem}</Problem>}
      {isMini && (
        <p>
          <Text text="social_mini" values={{ site: name }} />
        </p>
      )}
      <ToSite site={site} on={on} />
      {shortSeconds > 0 && (
        <PortalForm form="short" next="/online">
          <p>
            <Text text="social_short" values={{ site: name, minutes }} />
          </p>
          <button type="submit" className="portal-start portal-other">
            <Text text="get_online" values={{ minutes }} />
          </button>
        </PortalForm>
      )}
      <p>
        <PortalLink path="/login">
          <Text text="social_other" />
        </PortalLink>
      </p>
    </>
  );
}

interface SignedPageProps {
  site: Site;
  /** The person's name at the social network. */
  name: string;
  /** Empty if the gateway doesn't tell the device's MAC address. */
  deviceMac: string;
  hotspot: string;
}

/** Shown to a guest who has signed in at a social network: says which device goes online in their name. */
export function SignedPage({ site, name, deviceMac, hotspot }: SignedPageProps) {
  const values = { site: SITE_NAMES[site], name, device: deviceMac, hotspot };
  return (
    <>
      <Heading>
        <Text text="signed" values={values} />
      </Heading>
      <p>
        <Text text={deviceMac === '' ? 'signed_help' : 'signed_help_device'} values={values} />
      </p>
      <PortalForm form="signed" next="/online">
        <button type="submit" className="portal-start">
          <Text text="connect" />
        </button>
      </PortalForm>
    </>
  );
}

/** A link, not a form: the content security policy allows forms only to this server and the gateway. */
export function ToSite({ site, on }: { site: Site; on: string }) {
  return (
    <a className="portal-start" href={on} data-to="/online">
      <Text text="social_on" values={{ site: SITE_NAMES[site] }} />
    </a>
  );
}
