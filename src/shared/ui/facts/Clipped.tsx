import { Link } from 'react-router-dom';

/** Truncates long text at its own end so that it doesn't stretch a table, with the full text on hover. Shows a dash for ''. */
export function Clipped({ text }: { text: string }) {
  return (
    <span className="clipped" dir="auto" title={text}>
      {text === '' ? '-' : text}
    </span>
  );
}

/** The same for a link. */
export function ClippedLink({ to, text }: { to: string; text: string }) {
  return (
    <Link to={to} className="clipped" dir="auto" title={text}>
      {text}
    </Link>
  );
}
