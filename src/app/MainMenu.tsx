import EllipsisOutlined from '@ant-design/icons/EllipsisOutlined';
import MenuFoldOutlined from '@ant-design/icons/MenuFoldOutlined';
import MenuUnfoldOutlined from '@ant-design/icons/MenuUnfoldOutlined';
import { Button, Flex, Layout, Menu, type MenuProps } from 'antd';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import type { LoggedUser } from '../features/auth/slice';
import { capabilities } from '../shared/backEnd/capabilities';
import { selectPathname } from '../shared/location';
import { paths } from '../shared/paths';
import { menuFolded } from '../shared/preferences';
import { ActionMenu } from '../shared/ui/page/ActionMenu';
import { MENU_GROUPS, ROUTES } from './routes';
import { useIsNarrow } from '../shared/useMedia';
import { classes } from '../shared/ui/plain/classes';
import styles from './AppShell.module.css';
import { usePreference } from '../shared/usePreference';

/** The menu entries of a role, in the order of the route table. */
const entriesOf = (user: LoggedUser) =>
  ROUTES.flatMap(({ menu, roles, needs }) => {
    if (!menu || !roles.includes(user.account_type) || (needs && !capabilities()[needs])) return [];
    return [{ group: menu.group, icon: menu.icon, ...menu.entry(user) }];
  });

/** Whether a menu entry is current: the dashboard on an exact match, a list also on its detail pages. */
const leadsHere = (to: string, pathname: string) => pathname === to || (to !== '/' && pathname.startsWith(`${to}/`));

export function SideMenu({ user }: { user: LoggedUser }) {
  const intl = useIntl();
  const dispatch = useDispatch();
  const pathname = useSelector(selectPathname);
  const isNarrow = useIsNarrow();
  const isFolded = usePreference('menu_folded') ?? isNarrow;
  const entries = entriesOf(user);
  const itemsOf = (some: typeof entries) =>
    some.map(({ icon, message, to }) => ({
      key: to,
      icon,
      label: (
        <Link to={to} aria-current={leadsHere(to, pathname) ? 'page' : undefined}>
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
          onClick={() => dispatch(menuFolded(!isFolded))}
        />
      </Flex>
    </Layout.Sider>
  );
}

/** Number of menu entries that fit next to "More" on a phone. */
const MAIN_ITEMS = 4;

export function BottomBar({ user }: { user: LoggedUser }) {
  const intl = useIntl();
  const pathname = useSelector(selectPathname);
  const entries = entriesOf(user);
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
