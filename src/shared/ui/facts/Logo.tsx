import styles from './Logo.module.css';
/** An integration's logo, if it is a valid picture. Decorative: the name is next to it. */
export function Logo({ logo }: { logo: string }) {
  if (!/^data:image\/(?:png|jpeg);base64,/.test(logo)) return null;
  return <img src={logo} alt="" width={40} height={40} className={styles.logo} />;
}
