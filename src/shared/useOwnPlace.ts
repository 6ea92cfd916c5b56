import { useSelector } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { selectPlace, type Place } from './location';

/**
 * The address of the screen that asks. While the next screen loads, the store is already at the next address but this screen still
 * shows: it keeps its own, so it neither asks for rows with the next one's filters nor writes its own into the next one's address.
 */
export function useOwnPlace(): Place {
  const place = useSelector(selectPlace);
  const shown = useLocation();
  return place.pathname === shown.pathname ? place : shown;
}
