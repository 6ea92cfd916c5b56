import { isMissing } from '../../shared/failure';
import type { FieldProps } from '../../shared/ui/form/fieldProps';
import { SearchingSelect, useSearchBox } from '../../shared/ui/form/SearchingSelect';
import { useGetHotspotQuery, useListHotspotsQuery } from './api';

/** Options shown at once; typing searches the rest. */
const OFFERED = 20;

interface HotspotPickerProps extends FieldProps {
  /** 0: all hotspots. */
  value: number;
  onChoose: (hotspotId: number) => void;
  /** Label of option 0. */
  none?: 'hotspots.all' | 'integrations.no_hotspot' | 'units.no_hotspot';
}

/** Chooses one of an admin's or reseller's hotspots. Customers and desks are limited to their own and get no picker. */
export function HotspotPicker({ value, onChoose, none = 'hotspots.all', ...field }: HotspotPickerProps) {
  const search = useSearchBox();
  const chosen = useGetHotspotQuery(value, { skip: value === 0 });
  const found = useListHotspotsQuery({ q: search.q, page: 1, limit: OFFERED, sort: 'name', order: 'asc' }, { skip: !search.isOpen });
  return (
    <SearchingSelect
      {...field}
      label="hotspots.one"
      value={value}
      chosen={isMissing(chosen.error) ? null : chosen.currentData?.name}
      none={none}
      search={search}
      choices={found.currentData?.data.map(({ id, name, description }) => ({ value: id, label: labelOf(name, description) }))}
      isFetching={found.isFetching}
      isError={found.isError}
      onChoose={onChoose}
    />
  );
}

interface ChosenHotspotProps extends FieldProps {
  value?: number;
  onChoose?: (hotspotId: number) => void;
}

/** The picker as a form field; antd's Form.Item injects its props. 0: no hotspot chosen. */
export function ChosenHotspot({ value = 0, onChoose = () => undefined, ...field }: ChosenHotspotProps) {
  return <HotspotPicker {...field} value={value} onChoose={onChoose} none="units.no_hotspot" />;
}

/** "name - description" (REP-01). */
const labelOf = (name: string, description: string) => (description === '' ? name : `${name} - ${description}`);
