import { useCallback, useLayoutEffect, useMemo, useRef, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { Disclaimer, PrivacyPage } from '../../contract/disclaimers';
import { PORTAL_LANGUAGES, type PortalLanguage } from '../../contract/plain/wire';
import { lookCss, PORTAL_CSS } from '../../portal/css';
import { lookIn, NO_PICTURE, type LoginOptions, type Look, type PortalMethod } from '../../portal/portalLook';
import { StartPage, TextPage } from '../../portal/pages';
import { OnlinePage } from '../../portal/OnlinePage';
import { TYPED_CODE_METHODS, LoginPage } from '../../portal/LoginPage';
import { SentPage } from '../../portal/SentPage';
import { SocialPage } from '../../portal/SocialPage';
import { PORTAL_PATHS, PortalFrame, Text, type Portal, type PortalPath } from '../../portal/PortalFrame';
import { capabilities } from '../../shared/backEnd/capabilities';
import { sanitizeHtml } from '../../shared/sanitizeHtml';
import { sourceOf } from '../../shared/picture';
import { useGetPrivacyPageQuery } from '../disclaimers/api';
import type { HotspotFacts } from '../hotspots/api';
import { classes } from '../../shared/ui/plain/classes';
import styles from './PreviewPage.module.css';

interface PreviewPageProps {
  look: Look;
  /** The enabled login methods. */
  methods: readonly PortalMethod[];
  loginOptions: LoginOptions;
  hasWifi4eu: boolean;
  hotspot: HotspotFacts;
  path: PortalPath;
  language: PortalLanguage;
  onGo: (path: PortalPath) => void;
  onLanguage: (language: PortalLanguage) => void;
}

/** Placeholder for WiFi4EU's banner, which only the programme's script can load. */
const BANNER = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 700 200"><rect width="700" height="200" fill="#164194"/><text x="350" y="125" fill="#fff" font-family="sans-serif" font-size="72" text-anchor="middle">WiFi4EU</text></svg>',
)}`;

/** Sample session time (an hour and a half) and data left. */
const EXAMPLE = { seconds: 5400, bytes: 1_500_000_000 };

/**
 * The portal's own pages, linked only to each other. Content written by staff is shown as text or sanitised HTML, so no script in it runs.
 */
export function PreviewPage({
  look: everyLook,
  methods,
  loginOptions,
  hasWifi4eu,
  hotspot,
  path,
  language,
  onGo,
  onLanguage,
}: PreviewPageProps) {
  const look = useMemo(() => lookIn(everyLook, language), [everyLook, language]);
  const go = (to: string) => {
    const next = PORTAL_PATHS.find((one) => one === to);
    const chosen = PORTAL_LANGUAGES.find((one) => one === to);
    if (next) onGo(next);
    if (chosen) onLanguage(chosen);
  };
  const box = useInPreview(go);
  const pictures = useMemo(
    () => ({
      logo: pictureOf(look.captive_3_logo),
      banner: pictureOf(look.captive_5_banner),
      background: pictureOf(look.captive_81_bg_image),
    }),
    [look.captive_3_logo, look.captive_5_banner, look.captive_81_bg_image],
  );
  const portal: Portal = {
    look,
    hotspotName: hotspot.name,
    language,
    pictures,
    wifi4euBanner: hasWifi4eu ? BANNER : null,
    linkTo: () => '#',
    action: () => '#',
    hidden: {},
  };
  const page: Record<PortalPath, ReactNode> = {
    '/': <StartPage />,
    '/login': <LoginPage methods={methods} {...loginOptions} />,
    '/sent': <SentPage email="ada@example.com" shortSeconds={loginOptions.shortSeconds} />,
    '/texted': <SentPage number="+39 347 1234567" shortSeconds={0} />,
    '/social': (
      <SocialPage site={methods.includes('facebook_login') ? 'facebook' : 'linkedin'} on="#" shortSeconds={loginOptions.shortSeconds} />
    ),
    '/privacy': <DisclaimerText hotspotUuid={hotspot.uuid} what="privacy" language={language} />,
    '/terms': <DisclaimerText hotspotUuid={hotspot.uuid} what="tos" language={language} />,
    '/online': (
      <OnlinePage
        {...EXAMPLE}
        asksOrigin={loginOptions.asksOrigin}
        redirect={look.captive_1_redir}
        canLeave
        canExtend={methods.some((method) => TYPED_CODE_METHODS.includes(method))}
      />
    ),
  };
  return (
    <div ref={box} className={classes(styles.portalInside)} dir="ltr">
      <style>{PORTAL_CSS + lookCss(look)}</style>
      <PortalFrame portal={portal}>{page[path]}</PortalFrame>
    </div>
  );
}

/** Handles the portal's links and forms by switching the preview's page instead of leaving the console. */
function useInPreview(go: (to: string) => void) {
  const latest = useRef(go);
  useLayoutEffect(() => {
    latest.current = go;
  });
  return useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const follow = (event: Event) => {
      if (!(event.target instanceof Element)) return;
      const target = event.target.closest(event.type === 'submit' ? 'form' : 'a, button[type="submit"]');
      // Links in a disclaimer open in a new tab.
      if (!target || target.getAttribute('target') === '_blank') return;
      event.preventDefault();
      const to = target.closest('[data-to]')?.getAttribute('data-to');
      if (to === null || to === undefined) return;
      latest.current(to);
      const scroll = element.querySelector('.portal-scroll');
      if (scroll) scroll.scrollTop = 0;
    };
    element.addEventListener('click', follow, true);
    element.addEventListener('submit', follow, true);
    return () => {
      element.removeEventListener('click', follow, true);
      element.removeEventListener('submit', follow, true);
    };
  }, []);
}

const pictureOf = (value: string) => (value === NO_PICTURE ? null : sourceOf(value));

/** A disclaimer as the hotspot's guests see it; fetched when it is opened. */
function DisclaimerText({ hotspotUuid, what, language }: { hotspotUuid: string; what: Disclaimer['type']; language: PortalLanguage }) {
  const { data, isError, refetch } = useGetPrivacyPageQuery({ uuid: hotspotUuid, ...(capabilities().canEditDisclaimers && { language }) });
  const text = data && chosenOf(data, what);
  return (
    <TextPage what={what === 'privacy' ? 'privacy' : 'terms'}>
      {text && <div className="portal-text" dangerouslySetInnerHTML={{ __html: sanitizeHtml(text.body) }} />}
      {!text && !isError && <p role="status">{data ? <Text text="no_text" /> : <FormattedMessage id="captive.telling" />}</p>}
      {isError && !data && (
        <p role="alert">
          <FormattedMessage id="captive.told_failed" />{' '}
          <button type="button" className="portal-link" onClick={() => void refetch()}>
            <FormattedMessage id="common.try_again" />
          </button>
        </p>
      )}
    </TextPage>
  );
}

function chosenOf(page: PrivacyPage, what: Disclaimer['type']): Disclaimer | undefined {
  const isPrivacy = what === 'privacy';
  const chosen = isPrivacy ? page.privacy_selected_id : page.tos_selected_id;
  const all = isPrivacy ? page.privacy_disclaimers : page.tos_disclaimers;
  return all.find(({ id }) => id === chosen) ?? all[0];
}
