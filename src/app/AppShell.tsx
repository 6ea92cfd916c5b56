import BellOutlined from '@ant-design/icons/BellOutlined';
import CheckOutlined from '@ant-design/icons/CheckOutlined';
import DownOutlined from '@ant-design/icons/DownOutlined';
import EllipsisOutlined from '@ant-design/icons/EllipsisOutlined';
import LogoutOutlined from '@ant-design/icons/LogoutOutlined';
import MenuFoldOutlined from '@ant-design/icons/MenuFoldOutlined';
import MenuUnfoldOutlined from '@ant-design/icons/MenuUnfoldOutlined';
import QuestionCircleOutlined from '@ant-design/icons/QuestionCircleOutlined';
import SearchOutlined from '@ant-design/icons/SearchOutlined';
import UserOutlined from '@ant-design/icons/UserOutlined';
import { Alert, Badge, Button, Flex, Layout, Menu, Popover, Skeleton, type MenuProps } from 'antd';
import { lazy, Suspense, use, useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import { Link, ScrollRestoration } from 'react-router-dom';
import { may, managesSeveralHotspots } from '../contract/plain/roles';
import { useLogoutMutation } from '../features/auth/api';
import { selectUser, type LoggedUser } from '../features/auth/slice';
import { selectIsFullScreen } from '../features/counter/slice';
import { isAwake, useListAttentionQuery } from '../features/dashboard/api';
import { selectHasDeletions } from '../features/deleted/slice';
import { refetchAll } from '../shared/api';
import { capabilities } from '../shared/backEnd/capabilities';
import { consoleConfig } from '../shared/config';
import { selectIsAway, selectIsOutdated } from '../shared/connection';
import { dialogOpened } from '../shared/dialogs';
import { selectPathname } from '../shared/location';
import { paths } from '../shared/paths';
import { isNewLanguage, languageName, LANGUAGES } from '../shared/languages';
import { remembered, selectLanguage, selectPreferences, THEMES } from '../shared/preferences';
import { ActionMenu } from '../shared/ui/page/ActionMenu';
import { DialogHost } from '../shared/ui/dialog/DialogHost';
import { LookSwitch, THEME_NAMES } from '../shared/ui/plain/LookSwitch';
import { Mark } from '../shared/ui/plain/Mark';
import { useCommandKey, useShortcuts } from '../shared/ui/page/useShortcuts';
import { preload, prepareLists } from './preload';
import { DIALOGS } from './dialogs';
import { RecordingContext } from './RecordingContext';
import { MENU_GROUPS, ROUTES } from './routes';
import { ScreenShape } from './ScreenShape';
import { ShownScreen } from './ShownScreen';
import { signOut } from './signOut';
import { useConsoleStore } from './useConsoleStore';
import { useIsNarrow, useIsPhone } from '../shared/useMedia';
import { classes } from '../shared/ui/plain/classes';
import styles from './AppShell.module.css';
import spacingStyles from '../shared/ui/page/spacing.module.css';

const AlertsPanel = lazy(async () => ({ default: (await import('../features/dashboard/AlertsPanel')).AlertsPanel }));

const UndoNote = lazy(async () => ({ default: (await import('../features/deleted/UndoNote')).UndoNote }));

const KEYS = dialogOpened({ name: 'app/keys', args: null });
const FIND = dialogOpened({ name: 'find/anything', args: null });

/** The frame around every screen: top bar, side menu, and on a phone a bottom bar. */
export function AppShell() {
  const user = useSelector(selectUser);
  const isPhone = useIsPhone();
  const dispatch = useDispatch();
  useShortcuts({ '?': () => dispatch(KEYS) });
  const store = useConsoleStore();
  const hasMany = user !== null && managesSeveralHotspots(user.account_type);
  useEffect(() => prepareLists(store, [...(hasMany ? [paths.hotspots.to()] : []), paths.guests.to()]), [store, hasMany]);
  useCommandKey('k', capabilities().canFindAnything ? () => dispatch(FIND) : undefined);
  const isFull = useSelector(selectIsFullScreen);
  if (!user) return null;
  return (
    <Layout className={classes(styles.shell)}>
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
      {!isFull && <TopBar user={user} isPhone={isPhone} />}
      <Layout>
        {!isPhone && !isFull && <SideMenu user={user} />}
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
      {isPhone && !isFull && <BottomBar user={user} />}
      <Deletions />
      <ScrollRestoration />
      <DialogHost loaders={DIALOGS} />
    </Layout>
  );
}

/** The shape of the screen that the address is about. */
function ComingShape() {
  return <ScreenShape pathname={useSelector(selectPathname)} />;
}

/** The note about what was deleted, once anything was. Its frame is there before, so that screen readers hear what appears in it. */
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

interface TopBarProps {
  user: LoggedUser;
  isPhone: boolean;
}

function TopBar({ user, isPhone }: TopBarProps) {
  const dispatch = useDispatch();
  return (
    <Layout.Header className={classes(styles.header, 'not-on-paper')}>
      <Flex align="center" justify="space-between" gap={8} className={classes(styles.headerBar)}>
        <Link to={paths.dashboard.to()} aria-label={consoleConfig().product} className={classes(styles.product, isPhone && styles.isPhone)}>
          <Flex align="center" gap={8}>
            <Mark />
            {/* There is no room for the product's name on a phone. */}
            {!isPhone && <strong className="clipped">{consoleConfig().product}</strong>}
          </Flex>
        </Link>
        <Flex align="center" gap={isPhone ? 0 : 4} className={classes(spacingStyles.shrinks)}>
          {capabilities().canFindAnything && <FindButton isPhone={isPhone} onClick={() => dispatch(FIND)} />}
          {capabilities().hasAttentionList && may(user.account_type, 'attention.list') && <AttentionBell />}
          {/* On a phone it is in the person's menu. */}
          {!isPhone && <LookSwitch />}
          <HelpMenu />
          <PersonMenu user={user} isPhone={isPhone} />
        </Flex>
      </Flex>
    </Layout.Header>
  );
}

/** Looks like a search box and shows its shortcut; on a phone, which has no room and no keyboard, an icon button. */
function FindButton({ isPhone, onClick }: { isPhone: boolean; onClick: () => void }) {
  const name = useIntl().formatMessage({ id: 'find.title' });
  const shared = { 'aria-keyshortcuts': 'Control+K Meta+K', onClick };
  if (isPhone) return <Button type="text" aria-label={name} icon={<SearchOutlined aria-hidden />} {...shared} />;
  return (
    <button type="button" className={styles.findBox} {...shared}>
      <SearchOutlined aria-hidden />
      <span>{name}</span>
      <kbd aria-hidden>{FIND_KEY}</kbd>
    </button>
  );
}

const FIND_KEY = navigator.userAgent.includes('Mac') ? '⌘ K' : 'Ctrl K';

/** Number of alerts that aren't snoozed, and the alerts themselves in a panel. */
function AttentionBell() {
  const intl = useIntl();
  const { data = [] } = useListAttentionQuery();
  const [isOpen, setOpen] = useState(false);
  const bell = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const count = data.filter(isAwake).length;
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={isOpen}
      destroyOnHidden
      classNames={{ root: classes(styles.alertsPopover) }}
      onOpenChange={(willOpen) => {
        setOpen(willOpen);
        if (!willOpen && panel.current?.contains(document.activeElement)) bell.current?.focus();
      }}
      // Rendered next to the button, so that Tab moves into it.
      getPopupContainer={(opener) => opener.parentElement ?? document.body}
      content={
        <div ref={panel}>
          <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 2 }} />}>
            <AlertsPanel onLeave={() => setOpen(false)} />
          </Suspense>
        </div>
      }
    >
      <Button
        ref={bell}
        type="text"
        icon={
          <Badge count={count} overflowCount={9} size="small" color="var(--warning)">
            <BellOutlined aria-hidden />
          </Badge>
        }
        aria-label={intl.formatMessage({ id: 'attention.bell' }, { count })}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
      />
    </Popover>
  );
}

function HelpMenu() {
  const intl = useIntl();
  const dispatch = useDispatch();
  const { help_url } = consoleConfig();
  const language = useSelector(selectLanguage);
  const recording = use(RecordingContext);
  return (
    <ActionMenu
      items={[
        {
          key: 'help',
          label: (
            <a
              href={help_url === '' ? `docs/staff/${isNewLanguage(language) ? 'en' : language}/index.html` : help_url}
              target="_blank"
              rel="noopener noreferrer"
            >
              <FormattedMessage id="menu.help_link" />
            </a>
          ),
        },
        { key: 'keys', label: <FormattedMessage id="menu.keys" />, onClick: () => dispatch(KEYS) },
        ...(recording
          ? [
              {
                key: 'save',
                label: <FormattedMessage id="menu.save_recording" />,
                onClick: recording.save,
              },
            ]
          : []),
        ...(recording?.open
          ? [
              {
                key: 'load',
                label: <FormattedMessage id="recording.open" />,
                onClick: recording.open,
              },
            ]
          : []),
        {
          key: 'about',
          label: <FormattedMessage id="menu.about" />,
          onClick: () => dispatch(dialogOpened({ name: 'app/about', args: null })),
        },
      ]}
    >
      <Button type="text" icon={<QuestionCircleOutlined aria-hidden />} aria-label={intl.formatMessage({ id: 'menu.help' })} />
    </ActionMenu>
  );
}

function PersonMenu({ user, isPhone }: { user: LoggedUser; isPhone: boolean }) {
  const intl = useIntl();
  const dispatch = useDispatch();
  const language = useSelector(selectLanguage);
  const { theme } = useSelector(selectPreferences);
  const [logout] = useLogoutMutation();
  const name = user.info?.name ?? '';
  const role = intl.formatMessage({ id: `role.${user.account_type}` });
  const leave = async () => {
    // Sign out locally even if the server can't be reached (AUTH-14).
    await logout();
    await signOut(dispatch);
  };
  return (
    <ActionMenu
      items={[
        { key: 'who', type: 'group', label: <span className={styles.menuText}>{`${name} · ${role}`}</span> },
        {
          key: 'profile',
          icon: <UserOutlined aria-hidden />,
          label: <Link to={paths.profile.to()}>{intl.formatMessage({ id: 'profile.title' })}</Link>,
        },
        ...(isPhone
          ? [
              ...choices('menu.language', LANGUAGES, language, languageName, (value) => dispatch(remembered({ language: value }))),
              ...choices(
                'menu.theme',
                THEMES,
                theme,
                (value) => intl.formatMessage({ id: THEME_NAMES[value] }),
                (value) => dispatch(remembered({ theme: value })),
              ),
              { type: 'divider' as const },
            ]
          : []),
        {
          key: 'logout',
          icon: <LogoutOutlined aria-hidden />,
          label: intl.formatMessage({ id: 'menu.logout' }),
          onClick: () => void leave(),
        },
      ]}
    >
      <Button
        type="text"
        className={classes(isPhone && styles.personShort)}
        aria-label={intl.formatMessage({ id: 'menu.person' }, { name, role })}
      >
        {isPhone ? (
          <span>
            <span>{name}</span> <span className="soft">{role}</span>
          </span>
        ) : (
          <Flex gap={8} align="center" component="span">
            <span className={styles.userName}>{name}</span> <span className="soft">{role}</span>
            <DownOutlined aria-hidden className={classes(styles.userArrow)} />
          </Flex>
        )}
      </Button>
    </ActionMenu>
  );
}

/** A heading and an item for each value of a setting; the chosen one has a check mark. */
function choices<V extends string>(
  title: 'menu.language' | 'menu.theme',
  values: readonly V[],
  chosen: V,
  nameOf: (value: V) => string,
  onChoose: (value: V) => void,
): NonNullable<MenuProps['items']> {
  return [
    { key: title, type: 'group', label: <FormattedMessage id={title} /> },
    ...values.map((value) => ({
      key: `${title} ${value}`,
      icon: <CheckOutlined aria-hidden className={classes(value !== chosen && styles.notChosen)} />,
      label: <span aria-current={value === chosen}>{nameOf(value)}</span>,
      onClick: () => onChoose(value),
    })),
  ];
}

const rowAt = (path: string) => ROUTES.find((row) => row.path === path);

/** The menu entries of a role, in the order of the route table. */
const entriesOf = (user: LoggedUser) =>
  ROUTES.flatMap(({ menu, roles, needs, screen }) => {
    if (!menu || !roles.includes(user.account_type) || (needs && !capabilities()[needs])) return [];
    const entry = menu.entry(user);
    return [{ group: menu.group, icon: menu.icon, ahead: () => void preload(rowAt(entry.to)?.screen ?? screen), ...entry }];
  });

/** Whether a menu entry is current: the dashboard on an exact match, a list also on its detail pages. */
const leadsHere = (to: string, pathname: string) => pathname === to || (to !== '/' && pathname.startsWith(`${to}/`));

function SideMenu({ user }: { user: LoggedUser }) {
  const intl = useIntl();
  const dispatch = useDispatch();
  const pathname = useSelector(selectPathname);
  const isNarrow = useIsNarrow();
  const isFolded = useSelector(selectPreferences).menu_folded ?? isNarrow;
  const entries = entriesOf(user);
  const itemsOf = (some: typeof entries) =>
    some.map(({ icon, message, to, ahead }) => ({
      key: to,
      icon,
      label: (
        // Preload the screen on hover and focus.
        <Link to={to} aria-current={leadsHere(to, pathname) ? 'page' : undefined} onPointerEnter={ahead} onFocus={ahead}>
          <FormattedMessage id={message} />
        </Link>
      ),
    }));
  const groups = MENU_GROUPS.map((group) => ({ group, items: itemsOf(entries.filter((entry) => entry.group === group)) })).filter(
    ({ items }) => items.length > 0,
  );
  const menuItems: MenuProps['items'] = isFolded
    ? groups.flatMap(({ group, items }, index) => (index === 0 ? items : [{ key: `before ${group}`, type: 'divider' as const }, ...items]))
    : groups.map(({ group, items }) => ({
        key: group,
        type: 'group' as const,
        label: <FormattedMessage id={`menu.group_${group}`} />,
        children: items,
      }));
  return (
    <Layout.Sider className={classes(styles.side, 'not-on-paper')} collapsed={isFolded} collapsedWidth={64} width={216}>
      <Flex vertical justify="space-between" className={classes(styles.sideColumn)}>
        <nav aria-label={intl.formatMessage({ id: 'menu.label' })} className={styles.sideMenu}>
          <Menu
            mode="inline"
            inlineCollapsed={isFolded}
            className={classes(styles.menu)}
            selectedKeys={entries.filter(({ to }) => leadsHere(to, pathname)).map(({ to }) => to)}
            items={menuItems}
          />
        </nav>
        <Button
          type="text"
          className={classes(styles.foldButton)}
          icon={isFolded ? <MenuUnfoldOutlined aria-hidden /> : <MenuFoldOutlined aria-hidden />}
          aria-label={intl.formatMessage({ id: isFolded ? 'menu.unfold' : 'menu.fold' })}
          onClick={() => dispatch(remembered({ menu_folded: !isFolded }))}
        />
      </Flex>
    </Layout.Sider>
  );
}

/** Number of menu entries that fit next to "More" on a phone. */
const MAIN_PLACES = 4;

function BottomBar({ user }: { user: LoggedUser }) {
  const intl = useIntl();
  const pathname = useSelector(selectPathname);
  const entries = entriesOf(user);
  const rest = [
    ...entries
      .slice(MAIN_PLACES)
      .map(({ to, message }) => ({ key: to, label: <Link to={to}>{intl.formatMessage({ id: message })}</Link> })),
    { key: 'profile', label: <Link to={paths.profile.to()}>{intl.formatMessage({ id: 'profile.title' })}</Link> },
  ];
  return (
    <nav className="not-on-paper" aria-label={intl.formatMessage({ id: 'menu.label' })}>
      <div className={styles.bottomBar}>
        {entries.slice(0, MAIN_PLACES).map(({ icon, message, to }) => (
          <Link key={to} to={to} aria-current={leadsHere(to, pathname) ? 'page' : undefined}>
            {icon}
            <FormattedMessage id={message} />
          </Link>
        ))}
        <ActionMenu placement="topRight" items={rest}>
          <button type="button">
            <EllipsisOutlined aria-hidden />
            <FormattedMessage id="menu.more" />
          </button>
        </ActionMenu>
      </div>
    </nav>
  );
}

/** Shown while the server can't be reached. The screen keeps its content; the button refetches all of it. */
function AwayBanner() {
  const dispatch = useDispatch();
  if (!useSelector(selectIsAway)) return null;
  return (
    <Alert
      banner
      type="warning"
      role="alert"
      className={classes(spacingStyles.below16)}
      title={<FormattedMessage id="connection.away" />}
      action={
        <Button size="small" onClick={() => dispatch(refetchAll())}>
          <FormattedMessage id="common.try_again" />
        </Button>
      }
    />
  );
}

/** Shown after a server update. Users reload when it suits them, because they may have unsaved input. */
function OutdatedBanner() {
  if (!useSelector(selectIsOutdated)) return null;
  return (
    <Alert
      banner
      type="info"
      role="status"
      className={classes(spacingStyles.below16)}
      title={<FormattedMessage id="connection.outdated" />}
      action={
        <Button size="small" onClick={() => window.location.reload()}>
          <FormattedMessage id="connection.reload" />
        </Button>
      }
    />
  );
}
