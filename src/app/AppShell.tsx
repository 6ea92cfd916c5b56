import { Layout } from 'antd';
import { Suspense } from 'react';
import { FormattedMessage } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import { ScrollRestoration } from 'react-router-dom';
import { selectIsSignedIn } from '../features/auth/slice';
import { selectIsFullScreen } from '../features/counter/slice';
import { selectHasDeletions } from '../features/deleted/slice';
import { capabilities } from '../shared/backEnd/capabilities';
import { selectPathname } from '../shared/location';
import { DialogHost } from '../shared/ui/dialog/DialogHost';
import { useCommandKey, useShortcuts } from '../shared/ui/page/useShortcuts';
import { loadLinked } from './loadLinked';
import { DIALOGS } from './dialogs';
import { ScreenShape } from './ScreenShape';
import { ShownScreen } from './ShownScreen';
import { useIsPhone } from '../shared/useMedia';
import { classes } from '../shared/ui/plain/classes';
import styles from './AppShell.module.css';
import { KEYS, FIND, TopBar } from './TopBar';
import { SideMenu, BottomBar } from './MainMenu';
import { AwayBanner, OutdatedBanner } from './Banners';
import { lazyPart } from '../shared/ui/feedback/lazyPart';

const UndoNote = lazyPart(async () => (await import('../features/deleted/UndoNote')).UndoNote);

/**
 * The frame around every screen: top bar, side menu, and on a phone a bottom bar. Who is signed in is read by the parts that show it: the
 * frame was rendered ahead for somebody else (docs/decisions/0026-prerendered-screens.md), and needn't be rendered again.
 */
export function AppShell() {
  const isSignedIn = useSelector(selectIsSignedIn);
  const isPhone = useIsPhone();
  const dispatch = useDispatch();
  useShortcuts({ '?': () => dispatch(KEYS) });
  useCommandKey('k', capabilities().canFindAnything ? () => dispatch(FIND) : undefined);
  const isFull = useSelector(selectIsFullScreen);
  if (!isSignedIn) return null;
  return (
    <Layout className={classes(styles.shell)} onPointerOver={loadLinked} onFocus={loadLinked}>
      <a
        className={styles.skipLink}
        href="#main"
        onClick={(event) => {
          // The hash belongs to the router, so move the focus without following the link.
          event.preventDefault();
          document.getElementById('main')?.focus();
        }}
      >
        <FormattedMessage id="menu.skip" />
      </a>
      {!isFull && <TopBar isPhone={isPhone} />}
      <Layout>
        {!isPhone && !isFull && <SideMenu />}
        <Layout.Content id="main" tabIndex={-1} className={classes(styles.content, isPhone && styles.isPhone)}>
          <div className={styles.screen}>
            <AwayBanner />
            <OutdatedBanner />
            <Suspense fallback={<ComingShape />}>
              <ShownScreen />
            </Suspense>
          </div>
        </Layout.Content>
      </Layout>
      {isPhone && !isFull && <BottomBar />}
      <Deletions />
      <ScrollRestoration />
      <DialogHost loaders={DIALOGS} />
    </Layout>
  );
}

/** A skeleton of the screen at the current address. */
function ComingShape() {
  return <ScreenShape pathname={useSelector(selectPathname)} />;
}

/**
 * The notes about deletions that can be undone. The live region is there before the first note: screen readers announce only what is added
 * to it later.
 */
function Deletions() {
  const hasAny = useSelector(selectHasDeletions);
  return (
    <div aria-live="polite">
      {hasAny && (
        <Suspense fallback={null}>
          <UndoNote />
        </Suspense>
      )}
    </div>
  );
}
