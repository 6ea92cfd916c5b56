import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { addressFilled, selectSearch } from './location';

/**
 * A list's filters: those in its address or, if it has none at all, the last ones used. Those are then written into the address, so that
 * a copied link shows a colleague the same list. `last` must not contain empty values.
 */
export function useRememberedFilters<F extends string>(
  filters: Partial<Record<F, string>>,
  last: Partial<Record<F, string>>,
): Partial<Record<F, string>> {
  const dispatch = useDispatch();
  const isBare = useSelector(selectSearch) === '';
  const toFill = isBare && Object.keys(last).length > 0 ? JSON.stringify(last) : '';
  useEffect(() => {
    if (toFill !== '') dispatch(addressFilled(JSON.parse(toFill) as Record<string, string>));
  }, [toFill, dispatch]);
  return isBare ? last : filters;
}
