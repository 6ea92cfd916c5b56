import { useDispatch } from 'react-redux';
import { remembered } from '../../shared/preferences';
import { SearchingSelect, useSearchBox } from '../../shared/ui/SearchingSelect';
import { useGetHotspotQuery, useListHotspotsQuery } from './api';

/** Options shown at once; typing searches the rest. */
const OFFERED = 20;

interface HotspotPickerProps {
  /** 0: all hotspots. */
  value: number;
  onChoose: (hotspotId: number) => void;
  /** Label of the option 0. */
  none?: 'hotspots.all' | 'integrations.no_hotspot' | 'units.no_hotspot';
  /** Whether the choice carries over to other lists. */
  isRemembered?: boolean;
}

/**
 * Filters a list by one of an admin's or reseller's hotspots and remembers it for other lists (NAV-18). Customers and desks are fixed to
 * theirs and get no picker.
 */
export function HotspotPicker({ value, onChoose, none = 'hotspots.all', isRemembered = true }: HotspotPickerProps) {
  const dispatch = useDispatch();
  const search = useSearchBox();
  const chosen = useGetHotspotQuery(value, { skip: value === 0 });
  const found = useListHotspotsQuery({ q: search.q, page: 1, limit: OFFERED, sort: 'name', order: 'asc' }, { skip: !search.isOpen });
  return (
    <SearchingSelect
      label="hotspots.one"
      value={value}
      chosen={chosen.isError ? null : chosen.currentData?.name}
      none={none}
      search={search}
      choices={found.currentData?.data.map(({ id, name, description }) => ({ value: id, label: labelOf(name, description) }))}
      isFetching={found.isFetching}
      isError={found.isError}
      onChoose={(id) => {
        if (isRemembered) dispatch(remembered({ selected_hotspot_id: id }));
        onChoose(id);
      }}
    />
  );
}

/** "name - description" (REP-01). */
const labelOf = (name: string, description: string) => (description === '' ? name : `${name} - ${description}`);
