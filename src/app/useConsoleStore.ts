import { useStore } from 'react-redux';
import type { Store } from './store';

/** The store, for what isn't drawn. */
export const useConsoleStore = useStore.withTypes<Store>();
