import { useStore } from 'react-redux';
import type { Store } from './store';

/** The store itself, for code outside of rendering. */
export const useConsoleStore = useStore.withTypes<Store>();
