import { App, Form } from 'antd';
import { useIntl } from 'react-intl';
import type { DialogProps } from '../../shared/dialogs';
import { FormDialog } from '../../shared/ui/dialog/FormDialog';
import { NameFields, namesOfUnit, trimmedNames, type UnitNames } from './NameFields';
import { useGetUnitQuery, useUpdateUnitMutation } from './api';
import { untilRead } from '../../shared/ui/feedback/untilRead';

/** Changes a unit's name or description; its UUID and MAC address are fixed. */
export function RenameUnitDialog({ args: { id }, onClose }: DialogProps<'units/rename'>) {
  const intl = useIntl();
  const { message } = App.useApp();
  const [form] = Form.useForm<UnitNames>();
  const { data: unit, isError, refetch } = useGetUnitQuery(id, { refetchOnMountOrArgChange: true });
  const [update, { isLoading, error }] = useUpdateUnitMutation();
  const submit = async (typed: UnitNames) => {
    const change = trimmedNames(typed);
    const outcome = await update({ id, change });
    if (outcome.error) return outcome.error;
    void message.success(intl.formatMessage({ id: 'units.saved' }, { name: change.name }));
    onClose();
    return undefined;
  };
  return (
    <FormDialog<UnitNames>
      title="units.rename"
      submit="common.save"
      form={form}
      initialValues={namesOfUnit(unit)}
      firstField="name"
      onSubmit={submit}
      onClose={onClose}
      isRunning={isLoading}
      error={error}
      failure={{ title: 'units.update_error_title', text: 'units.update_error_sub' }}
      instead={untilRead({ data: unit, isError, isFetching: false, refetch }, 'units.load_one_failed', 4)}
    >
      <NameFields />
    </FormDialog>
  );
}
