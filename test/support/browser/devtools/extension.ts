/** Stands in for the Redux DevTools extension in a page: the extension's own engine, and what its buttons do. */
import { ActionCreators, instrument, type EnhancedStore, type LiftedState } from '@redux-devtools/instrument';
import { compose, type Action, type StoreEnhancer } from '@reduxjs/toolkit';

type Store = EnhancedStore<unknown, Action, null>;

let store: Store | undefined;

const keep: StoreEnhancer = (create) => (reducer, preloaded) => {
  const created = create(reducer, preloaded);
  store ??= created as unknown as Store;
  return created;
};

const lifted = () => {
  if (!store) throw new Error('the console has no store yet');
  return store.liftedStore;
};

const extension = {
  ActionCreators,
  dispatch: (action: Parameters<Store['liftedStore']['dispatch']>[0]) => void lifted().dispatch(action),
  /** The file that the extension's "Export" writes. */
  exported: () => JSON.stringify(lifted().getState()),
  /** "Import": a file's actions are computed again, unless its states come along. */
  imported: (file: string, withStates: boolean) =>
    void lifted().dispatch(ActionCreators.importState(JSON.parse(file) as LiftedState<unknown, Action, null>, withStates)),
  /** Imports actions only, to be computed from a given state. */
  importedLog: (start: unknown, actions: Action[]) =>
    void lifted().dispatch({ type: 'IMPORT_STATE', nextLiftedState: actions, preloadedState: start }),
  /** The actions in order, and the position of the slider. */
  log: () => {
    const { stagedActionIds, actionsById, currentStateIndex, computedStates } = lifted().getState();
    return {
      types: stagedActionIds.map((id) => actionsById[id]?.action.type ?? ''),
      at: currentStateIndex,
      errors: computedStates.flatMap(({ error }) => (error === undefined ? [] : [error])),
    };
  },
  state: () => store?.getState(),
};

export type Extension = typeof extension;

Object.assign(window, {
  devToolsExtension: extension,
  __REDUX_DEVTOOLS_EXTENSION_COMPOSE__:
    () =>
    (...enhancers: StoreEnhancer[]) =>
      compose(keep, ...enhancers, instrument(undefined, { shouldCatchErrors: true, maxAge: 5000 })),
});
