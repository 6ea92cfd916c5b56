import { useLocation } from 'react-router-dom';
import type { Place } from './location';

/**
 * The address of the screen that asks: the router's, which follows the store's. It moves in a transition, so that whatever was pressed is
 * painted before the screen is drawn anew; and while the next screen loads, this one keeps its own and neither asks for rows with the next
 * one's filters nor writes its own into the next one's address.
 */
export const useOwnPlace = (): Place => useLocation();
