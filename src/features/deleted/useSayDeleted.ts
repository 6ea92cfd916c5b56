import { App } from 'antd';
import { useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { thingDeleted, type Deletion } from './slice';

/** The arguments of the messages about deletions. */
export const valuesOf = ({ title, count }: Pick<Deletion, 'title' | 'count'>) => ({
  name: title,
  username: title,
  code: title,
  title,
  count,
});

/** Reports a deletion, and offers to undo it if the back end can. */
export function useSayDeleted() {
  const intl = useIntl();
  const dispatch = useDispatch();
  const { message } = App.useApp();
  return (deletion: Deletion) => {
    if (deletion.undos.length > 0) dispatch(thingDeleted(deletion));
    else void message.success(intl.formatMessage({ id: deletion.message }, valuesOf(deletion)));
  };
}
