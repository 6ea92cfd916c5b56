import { Link } from 'react-router-dom';

/** A linked name with what else identifies the object, on one line. */
export function NameAndMore({ to, name, more }: { to: string; name: string; more: string }) {
  return (
    <span className="clipped" title={more === '' ? name : `${name} · ${more}`}>
      <Link to={to}>
        <bdi>{name}</bdi>
      </Link>
      {more !== '' && <bdi className="soft more">{more}</bdi>}
    </span>
  );
}
