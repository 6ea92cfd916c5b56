import type { Guest } from '../../contract/guests';
import { isMissing } from '../../shared/failure';
import { SearchingSelect, useSearchBox } from '../../shared/ui/form/SearchingSelect';
import { nameOf } from './guestName';
import { useGetGuestQuery, useListGuestsQuery } from './api';

/** Options shown at once; typing searches the rest. */
const OFFERED = 20;

interface GuestPickerProps {
  /** 0: all hotspots. */
  hotspotId: number;
  /** 0: all guests. */
  value: number;
  onChoose: (guestId: number) => void;
}

/** Filters a list by one of a hotspot's guests. */
export function GuestPicker({ hotspotId, value, onChoose }: GuestPickerProps) {
  const search = useSearchBox();
  const chosen = useGetGuestQuery({ id: value, isArchived: false }, { skip: value === 0 });
  const query = { q: search.q, hotspot: hotspotId, page: 1, limit: OFFERED, sort: 'name', order: 'asc' } as const;
  const found = useListGuestsQuery(query, { skip: !search.isOpen });
  return (
    <SearchingSelect
      label="guests.one"
      value={value}
      chosen={isMissing(chosen.error) ? null : chosen.currentData && nameOf(chosen.currentData)}
      none="guests.all"
      search={search}
      choices={found.currentData?.data.map((guest) => ({ value: guest.id, label: labelOf(guest) }))}
      isFetching={found.isFetching}
      isError={found.isError}
      onChoose={onChoose}
    />
  );
}

/** Includes the username, since names aren't unique. */
const labelOf = ({ name, username }: Guest) => (name === '' ? username : `${name} - ${username}`);
