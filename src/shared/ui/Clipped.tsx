import { Link } from 'react-router-dom';

/** Cuts long texts so that they don't stretch a table, with the full text on hover. Shows a dash for an empty one. */
export function Clipped({ text }: { text: string }) {
  return (
    <span className="clipped" title={text}>
      <bdi>{text === '' ? '-' : text}</bdi>
    </span>
  );
}

/** The same for a name that leads somewhere. */
export function ClippedLink({ to, text }: { to: string; text: string }) {
  return (
    <Link to={to} className="clipped" title={text}>
      {text}
    </Link>
  );
}
