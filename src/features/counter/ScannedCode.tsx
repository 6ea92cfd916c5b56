import { useMemo, type ReactNode } from 'react';
import { pathOf, qrOf } from '../printing/layout/qr';
import styles from './ScannedCode.module.css';

/** A QR code to be scanned off the screen. Dark on light in every theme, as scanners require. */
export function ScannedCode({ text, label, children }: { text: string; label: string; children: ReactNode }) {
  const qr = useMemo(() => qrOf(text), [text]);
  const { modules } = qr;
  return (
    <figure className={styles.networkCode}>
      <svg viewBox={`0 0 ${modules} ${modules}`} role="img" aria-label={label}>
        <rect width={modules} height={modules} fill="#ffffff" />
        <path d={pathOf(qr)} fill="#000000" />
      </svg>
      <figcaption>{children}</figcaption>
    </figure>
  );
}
