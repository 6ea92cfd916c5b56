import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { addressFilled, selectSearch } from './location';

/**
 * What a list is narrowed by: what its address says, and where that says nothing at all, what was chosen last. That is then written into
 * the address, so that whoever copies it shows a colleague the same list. `last` has no empty values.
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
