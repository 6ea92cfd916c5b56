import { Link } from 'react-router-dom';

/** Truncates long text so that it doesn't stretch a table, with the full text on hover. Shows a dash for ''. */
export function Clipped({ text }: { text: string }) {
  return (
    <span className="clipped" title={text}>
      <bdi>{text === '' ? '-' : text}</bdi>
    </span>
  );
}

/** The same for a link. */
export function ClippedLink({ to, text }: { to: string; text: string }) {
  return (
    <Link to={to} className="clipped" title={text}>
      {text}
    </Link>
  );
}
