import EllipsisOutlined from '@ant-design/icons/EllipsisOutlined';
import MenuFoldOutlined from '@ant-design/icons/MenuFoldOutlined';
import MenuUnfoldOutlined from '@ant-design/icons/MenuUnfoldOutlined';
import { Button, Flex, Layout } from 'antd';
import { memo } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { selectUser, type LoggedUser } from '../features/auth/slice';
import { capabilities } from '../shared/backEnd/capabilities';
import { selectPathname } from '../shared/location';
import { paths } from '../shared/paths';
import { menuFolded } from '../shared/preferences';
import { ActionMenu } from '../shared/ui/page/ActionMenu';
import { Hint } from '../shared/ui/page/Hint';
import { MENU_GROUPS, ROUTES } from './routes';
import { classes } from '../shared/ui/plain/classes';
import styles from './AppShell.module.css';
import { useIsMenuFolded } from './useIsMenuFolded';

type MenuEntry = ReturnType<typeof entriesOf>[number];

/** The menu entries of a role, in the order of the route table. */
const entriesOf = (user: LoggedUser) =>
  ROUTES.flatMap(({ menu, roles, needs }) => {
    if (!menu || !roles.includes(user.account_type) || (needs && !capabilities()[needs])) return [];
    return [{ group: menu.group, icon: menu.icon, ...menu.entry(user) }];
  });

/** Whether a menu entry is current: the dashboard on an exact match, a list also on its detail pages. */
const leadsHere = (to: string, pathname: string) => pathname === to || (to !== '/' && pathname.startsWith(`${to}/`));

/** Links in groups; folded, only their icons. antd's menu would take a third of the time from signing in to the dashboard. */
export function SideMenu() {
  const intl = useIntl();
  const dispatch = useDispatch();
  const isFolded = useIsMenuFolded();
  return (
    <Layout.Sider className={classes(styles.side, 'not-on-paper')} collapsed={isFolded} collapsedWidth={64} width={216}>
      <Flex vertical justify="space-between" className={classes(styles.sideColumn)}>
        <nav aria-label={intl.formatMessage({ id: 'menu.label' })} className={styles.sideMenu}>
          <SideLinks isFolded={isFolded} />
        </nav>
        <Button
          type="text"
          className={classes(styles.foldButton)}
          icon={isFolded ? <MenuUnfoldOutlined aria-hidden /> : <MenuFoldOutlined aria-hidden />}
          aria-label={intl.formatMessage({ id: isFolded ? 'menu.unfold' : 'menu.fold' })}
          onClick={() => dispatch(menuFolded(!isFolded))}
        />
      </Flex>
    </Layout.Sider>
  );
}

function SideLinks({ isFolded }: { isFolded: boolean }) {
  const user = useSelector(selectUser);
  const pathname = useSelector(selectPathname);
  const entries = user ? entriesOf(user) : [];
  return (
    <ul className={classes(isFolded && styles.isFolded)}>
      {MENU_GROUPS.filter((group) => entries.some((entry) => entry.group === group)).map((group) => (
        <li key={group}>
          {!isFolded && (
            <span className={styles.groupTitle}>
              <FormattedMessage id={`menu.group_${group}`} />
            </span>
          )}
          <ul>
            {entries
              .filter((entry) => entry.group === group)
              .map(({ icon, message, to }) => (
                <li key={to}>
                  <SideLink icon={icon} message={message} to={to} isHere={leadsHere(to, pathname)} isFolded={isFolded} />
                </li>
              ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

interface SideLinkProps extends Omit<MenuEntry, 'group'> {
  isHere: boolean;
  isFolded: boolean;
}

/** Memoised: most entries are the same for whom the console was rendered ahead and for whoever signs in. */
const SideLink = memo(function SideLink({ icon, message, to, isHere, isFolded }: SideLinkProps) {
  const name = <FormattedMessage id={message} />;
  const link = (
    <Link to={to} className={styles.sideLink} aria-current={isHere ? 'page' : undefined}>
      {icon}
      <span className={isFolded ? 'only-heard' : styles.sideLabel}>{name}</span>
    </Link>
  );
  return isFolded ? (
    // Inside the menu, which scrolls, it would cover the icons.
    <Hint placement="right" title={name} getPopupContainer={() => document.body}>
      {link}
    </Hint>
  ) : (
    link
  );
});

/** Number of menu entries that fit next to "More" on a phone. */
const MAIN_ITEMS = 4;

export function BottomBar() {
  const user = useSelector(selectUser);
  const intl = useIntl();
  const pathname = useSelector(selectPathname);
  const entries = user ? entriesOf(user) : [];
  const rest = [
    ...entries.slice(MAIN_ITEMS).map(({ to, message }) => ({ key: to, label: <Link to={to}>{intl.formatMessage({ id: message })}</Link> })),
    { key: 'profile', label: <Link to={paths.profile.to()}>{intl.formatMessage({ id: 'profile.title' })}</Link> },
  ];
  return (
    <nav className="not-on-paper" aria-label={intl.formatMessage({ id: 'menu.label' })}>
      <div className={styles.bottomBar}>
        {entries.slice(0, MAIN_ITEMS).map(({ icon, message, to }) => (
          <Link key={to} to={to} aria-current={leadsHere(to, pathname) ? 'page' : undefined}>
            {icon}
            <span className={styles.bottomLabel} dir="auto">
              <FormattedMessage id={message} />
            </span>
          </Link>
        ))}
        <ActionMenu placement="topRight" items={rest}>
          <button type="button">
            <EllipsisOutlined aria-hidden />
            <span className={styles.bottomLabel} dir="auto">
              <FormattedMessage id="menu.more" />
            </span>
          </button>
        </ActionMenu>
      </div>
    </nav>
  );
}
