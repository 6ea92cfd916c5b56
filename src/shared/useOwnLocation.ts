import { useLocation } from 'react-router-dom';
import type { ConsoleLocation } from './location';

/**
 * The location of the screen that calls this: the router's, which follows the store's. The router changes it in a transition, so that a
 * click is painted before the screen re-renders. While the next screen loads, the old one keeps its own location; otherwise it would query
 * rows with the next screen's filters, and write its own filters to the next screen's URL.
 */
export const useOwnLocation = (): ConsoleLocation => useLocation();
