import { memo, useRef, useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Disclaimer, PrivacyPage } from '../../contract/disclaimers';
import { sanitizeHtml } from '../../shared/sanitizeHtml';
import { useGetPrivacyPageQuery } from '../disclaimers/api';
import { textOn } from './contrast';
import { fontFamilyOf } from './portalFonts';
import { WAYS, type Look, type Way } from './portalLook';
import type { PortalPlace } from './slice';
import { sourceOf } from '../../shared/picture';

type MessageId = FormatjsIntl.Message['ids'];

const WAY_NAMES: Record<Way, MessageId> = {
  email_login: 'captive.way_email',
  sms_login: 'captive.way_sms',
  voucher_login: 'captive.way_voucher',
  temp_code_login: 'captive.way_temp_code',
  facebook_login: 'captive.way_facebook',
  linkedin_login: 'captive.way_linkedin',
};

interface PortalPageProps {
  look: Look;
  /** The enabled login methods. */
  ways: readonly Way[];
  hotspotUuid: string;
  place: PortalPlace;
  onGo: (place: PortalPlace) => void;
}

/** The portal as guests see it. Staff's content is shown as text or sanitised HTML, so nothing in it runs. */
export function PortalPage({ look, ways, hotspotUuid, place, onGo }: PortalPageProps) {
  const scroll = useRef<HTMLDivElement>(null);
  const go = (next: PortalPlace) => {
    onGo(next);
    scroll.current?.focus({ preventScroll: true });
    scroll.current?.scrollTo({ top: 0 });
  };
  const text = { color: look.captive_84_text_color, fontFamily: fontFamilyOf(look.captive_85_text_style) };
  const page: Record<PortalPlace, ReactNode> = {
    '/': <Start look={look} onGo={go} />,
    '/login': <LogIn look={look} ways={ways} onGo={go} />,
    '/privacy': <Told hotspotUuid={hotspotUuid} what="privacy" onGo={go} />,
    '/terms': <Told hotspotUuid={hotspotUuid} what="tos" onGo={go} />,
  };
  return (
    <div className="portal" style={{ backgroundColor: look.captive_7_background }}>
      <Picture value={look.captive_81_bg_image} className="portal-background" />
      <div ref={scroll} className="portal-scroll" tabIndex={-1}>
        <div className="portal-container" style={{ ...text, backgroundColor: look.captive_82_container_bg_color }}>
          {page[place]}
        </div>
      </div>
    </div>
  );
}

interface PartProps {
  onGo: (place: PortalPlace) => void;
}

function Start({ look, onGo }: PartProps & { look: Look }) {
  const [isAccepted, setAccepted] = useState(false);
  const link = (place: PortalPlace) => (words: ReactNode) => (
    <button key={place} type="button" className="portal-link" onClick={() => onGo(place)}>
      {words}
    </button>
  );
  return (
    <>
      {look.captive_2_title !== '' && <Title look={look} />}
      <Picture value={look.captive_3_logo} className="portal-logo" />
      {look.captive_4_subtitle !== '' && <h3>{look.captive_4_subtitle}</h3>}
      <Picture value={look.captive_5_banner} className="portal-banner" />
      {look.captive_6_description !== '' && <p className="portal-description">{look.captive_6_description}</p>}
      <label className="portal-terms">
        <input type="checkbox" checked={isAccepted} onChange={({ target }) => setAccepted(target.checked)} />
        <span>
          <FormattedMessage id="captive.accept" values={{ terms: link('/terms'), privacy: link('/privacy') }} />
        </span>
      </label>
      <button type="button" className="portal-start" style={buttonOf(look)} onClick={() => onGo('/login')}>
        <FormattedMessage id="captive.start" />
      </button>
    </>
  );
}

function LogIn({ look, ways, onGo }: PartProps & { look: Look; ways: readonly Way[] }) {
  return (
    <>
      {look.captive_2_title !== '' && <Title look={look} />}
      {ways.length === 0 ? (
        <p>
          <FormattedMessage id="captive.no_way" />
        </p>
      ) : (
        <>
          <h3>
            <FormattedMessage id="captive.ways" />
          </h3>
          <ul className="portal-ways">
            {WAYS.filter((way) => ways.includes(way)).map((way) => (
              <li key={way}>
                <FormattedMessage id={WAY_NAMES[way]} />
              </li>
            ))}
          </ul>
        </>
      )}
      {look.captive_1_redir !== '' && (
        <p>
          <FormattedMessage id="captive.then" values={{ address: look.captive_1_redir }} />
        </p>
      )}
      <Back onGo={onGo} />
    </>
  );
}

/** A disclaimer as the hotspot's guests get it; fetched when it is opened. */
function Told({ hotspotUuid, what, onGo }: PartProps & { hotspotUuid: string; what: Disclaimer['type'] }) {
  const { data, isError, refetch } = useGetPrivacyPageQuery(hotspotUuid);
  const told = data && chosenOf(data, what);
  return (
    <>
      <h2>
        <FormattedMessage id={what === 'privacy' ? 'captive.privacy' : 'captive.terms'} />
      </h2>
      {told && <div className="portal-text" dangerouslySetInnerHTML={{ __html: sanitizeHtml(told.body) }} />}
      {!told && !isError && (
        <p role="status">
          <FormattedMessage id={data ? 'captive.not_told' : 'captive.telling'} />
        </p>
      )}
      {isError && !data && (
        <p role="alert">
          <FormattedMessage id="captive.told_failed" />{' '}
          <button type="button" className="portal-link" onClick={() => void refetch()}>
            <FormattedMessage id="common.try_again" />
          </button>
        </p>
      )}
      <Back onGo={onGo} />
    </>
  );
}

function chosenOf(page: PrivacyPage, what: Disclaimer['type']): Disclaimer | undefined {
  const isPrivacy = what === 'privacy';
  const chosen = isPrivacy ? page.privacy_selected_id : page.tos_selected_id;
  const all = isPrivacy ? page.privacy_disclaimers : page.tos_disclaimers;
  return all.find(({ id }) => id === chosen) ?? all[0];
}

function Title({ look }: { look: Look }) {
  return <h2 style={{ color: look.captive_83_title_color }}>{look.captive_2_title}</h2>;
}

function Back({ onGo }: PartProps) {
  return (
    <p>
      <button type="button" className="portal-link" onClick={() => onGo('/')}>
        <FormattedMessage id="captive.back" />
      </button>
    </p>
  );
}

/** Memoized: a picture's data URL can be hundreds of kilobytes. */
const Picture = memo(function Picture({ value, className }: { value: string; className: string }) {
  const intl = useIntl();
  const source = sourceOf(value);
  if (source === null) return null;
  const alt = className === 'portal-logo' ? intl.formatMessage({ id: 'captive.logo' }) : '';
  return <img className={className} src={source} alt={alt} />;
});

/** The button has the title's colour, which stands out from the container if the title does. */
function buttonOf(look: Look) {
  return { backgroundColor: look.captive_83_title_color, color: textOn(look.captive_83_title_color) };
}
