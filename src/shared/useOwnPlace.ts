import { useLocation } from 'react-router-dom';
import type { Place } from './location';

/**
 * The location of the screen that calls it: the router's, which follows the store's. The router changes it in a transition, so that a click
 * is painted before the screen re-renders; and while the next screen loads, this one keeps its own location, so it neither queries rows
 * with the next screen's filters nor writes its own filters to the next screen's URL.
 */
export const useOwnPlace = (): Place => useLocation();
