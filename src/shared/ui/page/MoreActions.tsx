import EllipsisOutlined from '@ant-design/icons/EllipsisOutlined';
import { Button, type MenuProps } from 'antd';
import { useIntl } from 'react-intl';
import { ActionMenu } from './ActionMenu';

interface MoreActionsProps {
  items: NonNullable<MenuProps['items']>;
  /** Name of the object that the actions are for. */
  name: string;
  isRunning?: boolean;
}

/** Less frequent actions, behind a "⋯" button. */
export function MoreActions({ items, name, isRunning = false }: MoreActionsProps) {
  const intl = useIntl();
  if (items.length === 0) return null;
  return (
    <ActionMenu items={items} placement="bottomRight">
      <Button
        icon={<EllipsisOutlined aria-hidden />}
        loading={isRunning}
        aria-label={intl.formatMessage({ id: 'list.actions_of' }, { name })}
      />
    </ActionMenu>
  );
}
