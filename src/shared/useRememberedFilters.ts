import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { addressFilled, useOwnPlace, withValues } from './location';

/**
 * A list's filters: those in its address or, if it has none at all, the last ones used. Those are then written into the address, so that
 * a copied link shows a colleague the same list. `last` must not contain empty values.
 */
export function useRememberedFilters<F extends string>(
  filters: Partial<Record<F, string>>,
  last: Partial<Record<F, string>>,
): Partial<Record<F, string>> {
  const dispatch = useDispatch();
  const { pathname, search } = useOwnPlace();
  const isBare = search === '';
  const filled = isBare ? withValues('', last) : '';
  useEffect(() => {
    if (filled !== '') dispatch(addressFilled({ pathname, search: filled }));
  }, [dispatch, pathname, filled]);
  return isBare ? last : filters;
}
