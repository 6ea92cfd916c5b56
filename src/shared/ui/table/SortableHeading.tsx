import CaretDownOutlined from '@ant-design/icons/CaretDownOutlined';
import CaretUpOutlined from '@ant-design/icons/CaretUpOutlined';
import { createContext, use, type ComponentProps } from 'react';
import { useIntl } from 'react-intl';
import { classes } from '../plain/classes';

/** How a table's rows are sorted. */
export interface Sorting {
  sort: string | undefined;
  order: 'asc' | 'desc' | undefined;
  /** Missing if the rows can't be sorted. */
  onSort: ((sort: string, order: 'asc' | 'desc') => void) | undefined;
}

export const SortingContext = createContext<Sorting>({ sort: undefined, order: undefined, onSort: undefined });

/** What a column hands to its heading: what it sorts by, and whether it begins with the largest. */
export interface SortableBy {
  sortsBy?: string | undefined;
  isMostFirst?: boolean | undefined;
}

/**
 * A heading of antd's table; one that sorts is pressed by click or Enter. antd's own renders the whole table before the press is painted;
 * here only the headings are.
 */
export function SortableHeading({ sortsBy, isMostFirst = false, children, ...cell }: ComponentProps<'th'> & SortableBy) {
  const intl = useIntl();
  const { sort, order, onSort } = use(SortingContext);
  if (sortsBy === undefined || !onSort) return <th {...cell}>{children}</th>;
  const sorted = sort === sortsBy ? order : undefined;
  const press = () => {
    if (sorted === undefined) onSort(sortsBy, isMostFirst ? 'desc' : 'asc');
    else onSort(sortsBy, sorted === 'asc' ? 'desc' : 'asc');
  };
  return (
    <th
      {...cell}
      className={classes(cell.className, 'ant-table-column-has-sorters', sorted && 'ant-table-column-sort')}
      tabIndex={0}
      aria-sort={sorted && (sorted === 'asc' ? 'ascending' : 'descending')}
      aria-description={intl.formatMessage({ id: 'list.sortable' })}
      onClick={press}
      onKeyDown={({ key }) => key === 'Enter' && press()}
    >
      <div className="ant-table-column-sorters">
        <span className="ant-table-column-title">{children}</span>
        <span className="ant-table-column-sorter ant-table-column-sorter-full" aria-hidden>
          <span className="ant-table-column-sorter-inner">
            <CaretUpOutlined className={classes('ant-table-column-sorter-up', sorted === 'asc' && 'active')} />
            <CaretDownOutlined className={classes('ant-table-column-sorter-down', sorted === 'desc' && 'active')} />
          </span>
        </span>
      </div>
    </th>
  );
}
