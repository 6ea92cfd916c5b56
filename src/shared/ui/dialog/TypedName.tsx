import { Form, Input } from 'antd';
import { FormattedMessage } from 'react-intl';
import { classes } from '../plain/classes';
import { useDialogInput } from './useDialogInput';
import styles from './TypedName.module.css';
import textStyles from '../page/text.module.css';

/** Whether the name that confirms a deletion has been typed; true if none must be. */
export function useIsNameTyped(name: string | undefined): boolean {
  const [{ typedName = '' }] = useDialogInput();
  return name === undefined || typedName.trim() === name.trim();
}

interface TypedNameProps {
  id: string;
  name: string;
  /** What Enter does. */
  onEnter: () => void;
}

/** The field for the name that must be typed before something is deleted that hurts. */
export function TypedName({ id, name, onEnter }: TypedNameProps) {
  const [{ typedName = '' }, enter] = useDialogInput();
  return (
    <Form.Item
      layout="vertical"
      className={classes(styles.typedName)}
      htmlFor={id}
      label={
        <span className={textStyles.anywhere}>
          <FormattedMessage id="dialog.type_name" values={{ name }} />
        </span>
      }
    >
      <Input
        id={id}
        autoComplete="off"
        value={typedName}
        onChange={({ target }) => enter({ typedName: target.value })}
        onPressEnter={onEnter}
      />
    </Form.Item>
  );
}
