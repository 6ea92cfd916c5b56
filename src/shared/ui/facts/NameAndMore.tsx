import { Link } from 'react-router-dom';

/** A linked name with what else identifies the object, on one line. */
export function NameAndMore({ to, name, more }: { to: string; name: string; more: string }) {
  return (
    <span className="clipped" title={more === '' ? name : `${name} · ${more}`}>
      <Link to={to}>
        <bdi>{name}</bdi>
      </Link>
      {more !== '' && (
        // A bdi has a direction of its own, and would have its margin on that side.
        <span className="soft more">
          <bdi>{more}</bdi>
        </span>
      )}
    </span>
  );
}
