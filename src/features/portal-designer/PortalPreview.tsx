import DesktopOutlined from '@ant-design/icons/DesktopOutlined';
import ExperimentOutlined from '@ant-design/icons/ExperimentOutlined';
import MobileOutlined from '@ant-design/icons/MobileOutlined';
import PrinterOutlined from '@ant-design/icons/PrinterOutlined';
import TabletOutlined from '@ant-design/icons/TabletOutlined';
import { Button, Flex, Segmented, Select, Typography } from 'antd';
import { memo, useCallback, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import type { Preference } from '../../contract/preferences';
import { PORTAL_LANGUAGES } from '../../contract/plain/wire';
import { loginOptionsOf, portalMethodsOf, wifi4euOf, type Look, type PortalMethod } from '../../portal/portalLook';
import { PORTAL_PATHS, type PortalPath } from '../../portal/PortalFrame';
import { LANGUAGE_NAMES } from '../../portal/texts';
import { consoleConfig } from '../../shared/config';
import { useListMarketingSettingsQuery } from '../marketing/api';
import { FACES_CSS } from './portalFonts';
import { PreviewPage } from './PreviewPage';
import { deviceChosen, languageChosen, pathChosen, selectDevice, selectPortalLanguage, selectPortalPath, type Device } from './slice';
import type { HotspotFacts } from '../hotspots/api';
import { Hint } from '../../shared/ui/page/Hint';
import spacingStyles from '../../shared/ui/page/spacing.module.css';
import { classes } from '../../shared/ui/plain/classes';
import styles from './PortalPreview.module.css';

/** Viewport sizes in CSS pixels. */
const DEVICES = {
  smartphone: { width: 390, height: 844, icon: <MobileOutlined aria-hidden />, label: 'captive.smartphone' },
  tablet: { width: 820, height: 1180, icon: <TabletOutlined aria-hidden />, label: 'captive.tablet' },
  desktop: { width: 1440, height: 900, icon: <DesktopOutlined aria-hidden />, label: 'captive.desktop' },
} as const satisfies Record<Device, object>;

const PAGE_NAMES = {
  '/': 'captive.page_start',
  '/login': 'captive.page_login',
  '/sent': 'captive.page_sent',
  '/texted': 'captive.page_texted',
  '/social': 'captive.page_social',
  '/privacy': 'captive.page_privacy',
  '/terms': 'captive.page_terms',
  '/online': 'captive.page_online',
} as const satisfies Record<PortalPath, string>;

const METHOD_NAMES = {
  voucher_login: 'captive.way_voucher',
  temp_code_login: 'captive.way_temp_code',
  email_login: 'captive.way_email',
  sms_login: 'captive.way_sms',
  facebook_login: 'captive.way_facebook',
  linkedin_login: 'captive.way_linkedin',
} as const satisfies Record<PortalMethod, string>;

interface PortalPreviewProps {
  look: Look;
  /** The hotspot's: its login methods, and how long guests have to fetch a code. */
  preferences: readonly Preference[];
  hotspot: HotspotFacts;
}

/** The portal on a phone, tablet or desktop, scaled to fit (CPT-01). */
export const PortalPreview = memo(function PortalPreview({ look, preferences, hotspot }: PortalPreviewProps) {
  const intl = useIntl();
  const dispatch = useDispatch();
  const device = useSelector(selectDevice);
  const path = useSelector(selectPortalPath);
  const language = useSelector(selectPortalLanguage) ?? PORTAL_LANGUAGES.find((one) => intl.locale.startsWith(one)) ?? 'en';
  const { width, height } = DEVICES[device];
  const { room, measure } = useRoom();
  const { data: feedback } = useListMarketingSettingsQuery(hotspot.id);
  const methods = portalMethodsOf(preferences);
  const stored = Object.fromEntries(preferences.map((one) => [one.key, one.value]));
  const off: readonly PortalMethod[] = consoleConfig().ways_off;
  const missing = methods.filter((method) => off.includes(method));
  const scale = Math.min(1, room.width / width, room.height / height);
  return (
    <section aria-label={intl.formatMessage({ id: 'captive.preview' })}>
      {/* Browsers fetch a font face only when text uses it, so declaring all of them is cheap. */}
      <style href="portal-faces" precedence="portal">
        {FACES_CSS}
      </style>
      <Flex className={classes(spacingStyles.below12, 'not-on-paper')} gap={8} wrap>
        <Segmented<Device>
          aria-label={intl.formatMessage({ id: 'captive.device' })}
          value={device}
          onChange={(chosen) => dispatch(deviceChosen(chosen))}
          options={Object.entries(DEVICES).map(([value, { icon, label }]) => ({
            value: value as Device,
            icon,
            title: intl.formatMessage({ id: label }),
            label: <span className="only-heard">{intl.formatMessage({ id: label })}</span>,
          }))}
        />
        <Select<PortalPath>
          aria-label={intl.formatMessage({ id: 'captive.page' })}
          value={path}
          onChange={(chosen) => dispatch(pathChosen(chosen))}
          className={classes(styles.page)}
          options={PORTAL_PATHS.map((value) => ({ value, label: intl.formatMessage({ id: PAGE_NAMES[value] }) }))}
        />
        <Select
          aria-label={intl.formatMessage({ id: 'captive.language' })}
          value={language}
          onChange={(chosen) => dispatch(languageChosen(chosen))}
          className={classes(styles.device)}
          options={PORTAL_LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        />
        {consoleConfig().demonstration && (
          <Button icon={<ExperimentOutlined aria-hidden />} href={`./?guest=${hotspot.id}`} target="_blank" rel="noopener">
            <FormattedMessage id="captive.try" />
          </Button>
        )}
        <Hint title={<FormattedMessage id="captive.print" />}>
          <Button
            aria-label={intl.formatMessage({ id: 'captive.print' })}
            icon={<PrinterOutlined aria-hidden />}
            onClick={() => window.print()}
          />
        </Hint>
      </Flex>
      {missing.length > 0 && (
        <Typography.Paragraph type="secondary" className="not-on-paper">
          <FormattedMessage
            id="captive.ways_off"
            values={{ methods: intl.formatList(missing.map((method) => intl.formatMessage({ id: METHOD_NAMES[method] }))) }}
          />
        </Typography.Paragraph>
      )}
      <div ref={measure}>
        <div className={classes(styles.portalFrame)} data-device={device} style={{ width: width * scale, height: height * scale }}>
          <div className={classes(styles.portalDevice)} style={{ width, height, transform: `scale(${scale})` }}>
            <div className={classes(styles.portalAddress)} dir="ltr">
              {hotspot.name}
              {path}
            </div>
            <PreviewPage
              look={look}
              methods={methods.filter((method) => !off.includes(method))}
              loginOptions={loginOptionsOf({ ...stored, ...feedback })}
              hasWifi4eu={wifi4euOf(stored) !== null}
              hotspot={hotspot}
              path={path}
              language={language}
              onGo={(next) => dispatch(pathChosen(next))}
              onLanguage={(next) => dispatch(languageChosen(next))}
            />
          </div>
        </div>
      </div>
    </section>
  );
});

/** In pixels, portrait; fits the printable area of both A4 and Letter with the narrowest margins. */
const PAPER = { width: 680, height: 860 };

/** Space for the device, in pixels: as wide as the element given to `measure`, and no taller than the window. */
function useRoom() {
  const [room, setRoom] = useState({ width: 320, height: 640 });
  const isOnPaper = useOnPaper();
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setRoom({ width: entry.contentRect.width, height: Math.max(440, window.innerHeight - 300) });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { room: isOnPaper ? PAPER : room, measure };
}

/** True while the page is being printed, by our button or the browser's. */
function useOnPaper(): boolean {
  const [isOnPaper, setOnPaper] = useState(false);
  useEffect(() => {
    // Synchronous: the browser captures the page right after this event.
    const begin = () => flushSync(() => setOnPaper(true));
    const end = () => setOnPaper(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isOnPaper;
}
