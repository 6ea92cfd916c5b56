import { Select } from 'antd';
import { useListUnitsQuery } from './api';

interface UnitPickerProps {
  hotspotId: number;
  /** For the label's `htmlFor`. */
  id?: string;
  value?: number | undefined;
  onChange?: (id: number) => void;
}

/** Chooses one of a hotspot's units by name or description; a field of an antd form. */
export function UnitPicker({ hotspotId, value, ...field }: UnitPickerProps) {
  const { data, isLoading } = useListUnitsQuery({ hotspot: hotspotId });
  return (
    <Select
      {...field}
      {...(value !== undefined && { value })}
      showSearch={{ optionFilterProp: 'label' }}
      loading={isLoading}
      options={(data?.data ?? []).map(({ id, name, description }) => ({
        value: id,
        label: description === '' || description === name ? name : `${name} · ${description}`,
      }))}
    />
  );
}
