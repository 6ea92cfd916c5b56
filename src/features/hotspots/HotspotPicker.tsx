import { useDispatch } from 'react-redux';
import { remembered } from '../../shared/preferences';
import { SearchingSelect, useSearchBox } from '../../shared/ui/SearchingSelect';
import { useGetHotspotQuery, useListHotspotsQuery } from './api';

/** So many are offered at once; who types finds the others. */
const OFFERED = 20;

interface HotspotPickerProps {
  /** 0: all of them. */
  value: number;
  onChoose: (hotspotId: number) => void;
  /** What 0 is called. */
  none?: 'hotspots.all' | 'integrations.no_hotspot' | 'units.no_hotspot';
  /** Whether other lists begin with the choice. */
  isRemembered?: boolean;
}

/**
 * Chooses one of an admin's or reseller's hotspots for a list, and remembers it for the others (spec 2 §2). Customers and desks are fixed
 * to their own: they have no picker.
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

/** "name - description" (spec 2 §2, "Reports"). */
const labelOf = (name: string, description: string) => (description === '' ? name : `${name} - ${description}`);
