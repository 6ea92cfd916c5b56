/** The address that browsers use, and the proxies on the way. */
import { hasUnits } from '../../config';
import { LOOPBACK } from '../../loopback';
import type { SocialMethod } from '../../../contract/plain/accessMethods';
import { socialRedirect } from '../../portal/social';
import type { Fault } from './fault';

const DAY = 86_400_000;
const SITES: Record<SocialMethod, string> = { facebook: 'Facebook', linkedin: 'LinkedIn' };
const CERTIFICATE_DUE = 14 * DAY;
const days = (until: Date, now: Date) => Math.ceil((until.getTime() - now.getTime()) / DAY);
const host = (url: string) => new URL(url).hostname;

/** Larger than any network of one owner: 10.0.0.0/8 and fc00::/7 are the largest private ones. */
function isTooWide(network: string): boolean {
  const [address = '', prefix] = network.split('/');
  return prefix !== undefined && Number(prefix) < (address.includes(':') ? 7 : 8);
}

export const PUBLIC_ADDRESS_FAULTS = {
  proxy_untrusted: {
    find: ({ config: { publicUrl, trustProxy, host: listens }, network: { unnamedProxy } }) => {
      if (unnamedProxy !== null) {
        const trusted = trustProxy.length === 0 ? 'is not set' : `names ${trustProxy.join(', ')} only`;
        return {
          wrong: `Requests come from ${unnamedProxy} with the address of somebody else in X-Forwarded-For, and PORTICO_TRUST_PROXY ${trusted}: all of them count as ${unnamedProxy}.`,
          mend: `If that is the proxy, add ${unnamedProxy} to PORTICO_TRUST_PROXY.`,
        };
      }
      return (
        publicUrl?.startsWith('https:') === true &&
        trustProxy.length === 0 && {
          wrong: `Browsers come by ${publicUrl}, so through a proxy, but none is trusted: to Portico on ${listens} all have the proxy's address.`,
          mend: 'Set PORTICO_TRUST_PROXY to the address of the proxy: loopback if it runs on this machine.',
        }
      );
    },
  },
  proxy_too_wide: {
    find: ({ config: { trustProxy } }) => {
      const wide = trustProxy.filter(isTooWide);
      return (
        wide.length > 0 && {
          wrong: `PORTICO_TRUST_PROXY trusts ${wide.join(' and ')}: whoever connects from there may claim any address, so limits by address hold nobody back.`,
          mend: 'Name the proxies only, like loopback or 10.1.2.3.',
        }
      );
    },
  },
  public_url_unset: {
    find: ({ config }) =>
      (hasUnits(config) || config.smtpUrl !== undefined) &&
      config.publicUrl === undefined && {
        wrong: 'PORTICO_PUBLIC_URL is not set: links in mails and on paper are taken from each request, and feedback is not asked for.',
        mend: 'Set it to the address that browsers use, like https://wifi.example.com.',
      },
  },
  public_url_plain: {
    find: ({ config: { publicUrl } }) =>
      publicUrl?.startsWith('http:') === true &&
      !LOOPBACK.test(new URL(publicUrl).hostname) && {
        wrong: `${publicUrl} is not encrypted: passwords and guests' data can be read on the way.`,
        mend: 'Put a proxy with TLS in front (docs/operations.md#behind-nginx), and set PORTICO_PUBLIC_URL to https.',
      },
  },
  public_name_unknown: {
    breaks: true,
    find: ({ config: { publicUrl = '' }, network: { publicSite } }) =>
      publicSite?.isUnknownName === true && {
        wrong: `There is no address for the name ${host(publicUrl)} of PORTICO_PUBLIC_URL.`,
        mend: 'Make its A and AAAA records, or correct the name.',
      },
  },
  public_url_wrong: {
    breaks: true,
    find: ({ config: { publicUrl }, network: { publicSite } }) =>
      publicSite !== null &&
      !publicSite.isUnknownName &&
      (publicSite.problem !== null || !publicSite.isOurs) && {
        wrong: `At ${String(publicUrl)} ${publicSite.problem === null ? 'something else than Portico answers' : `nobody answers: ${publicSite.problem}`}.`,
        mend: 'Correct PORTICO_PUBLIC_URL and PORTICO_BASE_PATH, or let the proxy pass that address on to Portico.',
      },
  },
  policy_changed: {
    find: ({ network: { publicSite } }) =>
      publicSite?.isOurs === true &&
      !/^default-src 'self';/.test(publicSite.policy ?? '') && {
        wrong: `The Content-Security-Policy arrives as ${publicSite.policy ?? 'nothing'}: a proxy has replaced or removed it.`,
        mend: 'Take the header out of the configuration of the proxy; Portico sends its own.',
      },
  },
  certificate_expiring: {
    find: ({ machine: { now }, config: { publicUrl }, network: { publicSite, radsecCertificateEnds: radsec } }) => {
      const all = [
        { name: publicUrl, ends: publicSite?.certificateEnds },
        { name: 'PORTICO_RADSEC_CERT', ends: radsec },
      ];
      const due = all.flatMap(({ name, ends }) => (ends && ends.getTime() - now.getTime() < CERTIFICATE_DUE ? [{ name, ends }] : []));
      return (
        due.length > 0 && {
          wrong: due.map(({ name, ends }) => `The certificate of ${String(name)} ends in ${days(ends, now)} days.`).join('\n'),
          mend: 'Renew it, and see why that did not happen by itself (certbot renew --dry-run).',
        }
      );
    },
  },
  ipv6_unserved: {
    find: ({ machine: { hasIpv6 }, config: { publicUrl = '', host: listens, trustProxy }, network: { publicSite } }) =>
      publicSite?.hasIpv6Address === true &&
      (hasIpv6 === false || (trustProxy.length === 0 && !listens.includes(':'))) && {
        wrong: `${host(publicUrl)} has an IPv6 address, but ${hasIpv6 === false ? 'this machine has none' : `Portico listens on ${listens}`}: phones try that one first.`,
        mend: hasIpv6 === false ? 'Give the machine an IPv6 address, or remove the AAAA record.' : 'Set HOST to ::.',
      },
  },
  social_plain: {
    breaks: true,
    find: ({ config: { social, portalOrigin } }) =>
      (social.facebook ?? social.linkedin) !== undefined &&
      portalOrigin?.startsWith('https:') !== true && {
        wrong: `Guests who log in at a social site are sent back to ${String(portalOrigin)}, which these sites refuse: it is not https.`,
        mend: 'Serve the portal by https, and enter the same address in the app as its redirect.',
      },
  },
  social_unreturned: {
    breaks: true,
    find: ({ config, database }) =>
      database !== null &&
      database.unreturned.length > 0 && {
        wrong: database.unreturned
          .map(({ site, guests }) => `Of ${guests} guests who left for ${SITES[site]} within a day to log in, none came back.`)
          .join('\n'),
        mend: `Enter as the redirect address of the app there, letter by letter: ${database.unreturned.map(({ site }) => socialRedirect(config, site)).join(' and ')}. And see that the app is published, not in development.`,
      },
  },
} satisfies Record<string, Fault>;
