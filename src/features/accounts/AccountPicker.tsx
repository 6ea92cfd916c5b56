import { isMissing } from '../../shared/failure';
import { SearchingSelect, useSearchBox } from '../../shared/ui/form/SearchingSelect';
import { useGetAccountQuery, useListAccountsQuery } from './api';

/** Options shown at once; typing searches the rest. */
const OFFERED = 20;

interface AccountPickerProps {
  /** 0: everybody. */
  value: number;
  /** The chosen manager's name, if the list tells it: the user may not be allowed to read that account. */
  name?: string | undefined;
  onChoose: (accountId: number) => void;
}

/** Filters a list by the manager who made its entries. */
export function AccountPicker({ value, name, onChoose }: AccountPickerProps) {
  const search = useSearchBox();
  const chosen = useGetAccountQuery(value, { skip: value === 0 || name !== undefined });
  const found = useListAccountsQuery({ q: search.q, page: 1, limit: OFFERED, sort: 'username', order: 'asc' }, { skip: !search.isOpen });
  return (
    <SearchingSelect
      label="accounts.one"
      value={value}
      chosen={name ?? (isMissing(chosen.error) ? null : chosen.currentData?.username)}
      none="audit.anybody"
      search={search}
      choices={found.currentData?.data.map(({ id, username, name }) => ({ value: id, label: labelOf(username, name) }))}
      isFetching={found.isFetching}
      isError={found.isError}
      onChoose={onChoose}
    />
  );
}

const labelOf = (username: string, fullName: string) => (fullName === '' ? username : `${username} - ${fullName}`);
