import type { ReactNode } from 'react';
import { usePortal } from './PortalFrame';
import { portalText } from './texts';

export function Title() {
  const { look } = usePortal();
  return look.captive_2_title === '' ? null : <h1>{look.captive_2_title}</h1>;
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
