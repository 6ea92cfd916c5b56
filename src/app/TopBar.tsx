import BellOutlined from '@ant-design/icons/BellOutlined';
import CheckOutlined from '@ant-design/icons/CheckOutlined';
import DownOutlined from '@ant-design/icons/DownOutlined';
import LogoutOutlined from '@ant-design/icons/LogoutOutlined';
import QuestionCircleOutlined from '@ant-design/icons/QuestionCircleOutlined';
import SearchOutlined from '@ant-design/icons/SearchOutlined';
import UserOutlined from '@ant-design/icons/UserOutlined';
import { Badge, Button, Flex, Layout, Popover, type MenuProps } from 'antd';
import { Suspense, use, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { useLogoutMutation } from '../features/auth/api';
import { selectUser } from '../features/auth/slice';
import { useMay } from '../features/auth/useMay';
import { isAwake, useListAttentionQuery } from '../features/dashboard/api';
import { capabilities } from '../shared/backEnd/capabilities';
import { consoleConfig } from '../shared/config';
import { dialogOpened } from '../shared/dialogs';
import { paths } from '../shared/paths';
import { isNewLanguage, languageName, LANGUAGES } from '../shared/languages';
import { languageChosen, themeChosen, selectLanguage, selectTheme, THEMES } from '../shared/preferences';
import { loadDialogs } from '../shared/ui/dialog/DialogHost';
import { ActionMenu } from '../shared/ui/page/ActionMenu';
import { useFold } from '../shared/ui/page/useFold';
import { LookSwitch, THEME_NAMES } from '../shared/ui/plain/LookSwitch';
import { Mark } from '../shared/ui/plain/Mark';
import { DIALOGS } from './dialogs';
import { preload } from '../shared/preload';
import { RecordingContext } from './RecordingContext';
import { signOut } from './signOut';
import { classes } from '../shared/ui/plain/classes';
import { LoadingRows } from '../shared/ui/feedback/LoadingRows';
import styles from './AppShell.module.css';
import spacingStyles from '../shared/ui/page/spacing.module.css';
import { lazyPart } from '../shared/ui/feedback/lazyPart';

const AlertsPanel = lazyPart(async () => (await import('../features/dashboard/AlertsPanel')).AlertsPanel);
export const KEYS = dialogOpened({ name: 'app/keys', args: null });
export const FIND = dialogOpened({ name: 'find/anything', args: null });

export function TopBar({ isPhone }: { isPhone: boolean }) {
  const dispatch = useDispatch();
  const maySeeAlerts = useMay('attention.list');
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
          {capabilities().hasAttentionList && maySeeAlerts && <AttentionBell />}
          {/* On a phone it is in the user's menu. */}
          {!isPhone && <LookSwitch />}
          <HelpMenu />
          <PersonMenu isPhone={isPhone} />
        </Flex>
      </Flex>
    </Layout.Header>
  );
}

/** Looks like a search box and shows its shortcut; on a phone, which has no room and no keyboard, an icon button. */
function FindButton({ isPhone, onClick }: { isPhone: boolean; onClick: () => void }) {
  const name = useIntl().formatMessage({ id: 'find.title' });
  const load = () => void preload(() => loadDialogs(DIALOGS, 'find'));
  const shared = { 'aria-keyshortcuts': 'Control+K Meta+K', onClick, onPointerEnter: load, onFocus: load };
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
  const { count } = useListAttentionQuery(undefined, { selectFromResult: ({ data = [] }) => ({ count: data.filter(isAwake).length }) });
  const { isOpen, toggle } = useFold('bell');
  const setOpen = (willOpen: boolean) => willOpen !== isOpen && toggle();
  const bell = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
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
          <Suspense fallback={<LoadingRows rows={2} />}>
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

function PersonMenu({ isPhone }: { isPhone: boolean }) {
  const user = useSelector(selectUser);
  const intl = useIntl();
  const dispatch = useDispatch();
  const language = useSelector(selectLanguage);
  const theme = useSelector(selectTheme);
  const [logout] = useLogoutMutation();
  if (!user) return null;
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
              ...choices('menu.language', LANGUAGES, language, languageName, (value) => dispatch(languageChosen(value))),
              ...choices(
                'menu.theme',
                THEMES,
                theme,
                (value) => intl.formatMessage({ id: THEME_NAMES[value] }),
                (value) => dispatch(themeChosen(value)),
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
