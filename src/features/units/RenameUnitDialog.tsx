import { Form } from 'antd';
import type { DialogProps } from '../../shared/dialogs';
import { FormDialog } from '../../shared/ui/dialog/FormDialog';
import { useFinish } from '../../shared/ui/dialog/useFinish';
import { NameFields, namesOfUnit, trimmedNames, type UnitNames } from './NameFields';
import { useGetUnitQuery, useUpdateUnitMutation } from './api';
import { untilRead } from '../../shared/ui/feedback/untilRead';

/** Changes a unit's name or description; its UUID and MAC address are fixed. */
export function RenameUnitDialog({ args: { id }, onClose }: DialogProps<'units/rename'>) {
  const finish = useFinish(onClose);
  const [form] = Form.useForm<UnitNames>();
  const { data: unit, isError, refetch } = useGetUnitQuery(id, { refetchOnMountOrArgChange: true });
  const [update, { isLoading, error }] = useUpdateUnitMutation();
  const submit = async (typed: UnitNames) => {
    const change = trimmedNames(typed);
    return finish(await update({ id, change }), 'units.saved', { name: change.name });
  };
  return (
    <FormDialog<UnitNames>
      title="units.rename"
      submit="common.save"
      form={form}
      initialValues={namesOfUnit(unit)}
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
