import { isMissing } from '../../shared/failure';
import { SearchingSelect, useSearchBox } from '../../shared/ui/form/SearchingSelect';
import { useGetUnitQuery, useListUnitsQuery } from './api';

/** Options shown at once; typing searches the rest. */
const OFFERED = 20;

interface UnitFilterPickerProps {
  /** 0: all hotspots. */
  hotspotId: number;
  /** 0: all units. */
  value: number;
  onChoose: (unitId: number) => void;
}

/** Filters a list by one of a hotspot's units; searches on the server while typing. */
export function UnitFilterPicker({ hotspotId, value, onChoose }: UnitFilterPickerProps) {
  const search = useSearchBox();
  const chosen = useGetUnitQuery(value, { skip: value === 0 });
  const query = { q: search.q, hotspot: hotspotId, page: 1, limit: OFFERED, sort: 'name', order: 'asc' } as const;
  const found = useListUnitsQuery(query, { skip: !search.isOpen });
  return (
    <SearchingSelect
      label="units.one"
      value={value}
      chosen={isMissing(chosen.error) ? null : chosen.currentData?.name}
      none="units.all"
      search={search}
      choices={found.currentData?.data.map(({ id, name, mac_address }) => ({ value: id, label: `${name} - ${mac_address}` }))}
      isFetching={found.isFetching}
      isError={found.isError}
      onChoose={onChoose}
    />
  );
}
