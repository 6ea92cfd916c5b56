import type { ReactNode } from 'react';
import { usePortal } from './PortalFrame';
import { portalText } from './texts';

/** The look's title. Without one, only screen readers get a heading: the logo or the banner shows everybody else where they are. */
export function Title() {
  const { look, hotspotName, language } = usePortal();
  if (look.captive_2_title !== '') return <h1>{look.captive_2_title}</h1>;
  return <h1 className="portal-unseen">{hotspotName || portalText(language, 'login_title')}</h1>;
}

/** The hotspot's small logo and the heading, on every page but the first. */
export function Heading({ children = null }: { children?: ReactNode }) {
  const { pictures, language } = usePortal();
  return (
    <>
      {pictures.logo !== null && (
        <img className="portal-logo portal-logo-small" src={pictures.logo} alt={portalText(language, 'file_logo')} />
      )}
      {children === null ? <Title /> : <h1>{children}</h1>}
    </>
  );
}
