import BarChartOutlined from '@ant-design/icons/BarChartOutlined';
import HeatMapOutlined from '@ant-design/icons/HeatMapOutlined';
import LineChartOutlined from '@ant-design/icons/LineChartOutlined';
import PieChartOutlined from '@ant-design/icons/PieChartOutlined';
import TableOutlined from '@ant-design/icons/TableOutlined';
import { Segmented } from 'antd';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { CHART_VIEWS, chartViewChosen, type ChartView } from '../../shared/preferences';
import type { ChartRow } from './charts';
import { usePreference } from '../../shared/usePreference';

/** A bar chart is already drawn as columns, so it offers only horizontal bars and the table; a map only the table. */
const viewsOf = ({ form }: ChartRow) =>
  CHART_VIEWS.filter((view) => (form === 'map' ? view === 'chart' || view === 'table' : view !== 'columns' || form !== 'bars'));

const USUAL: Record<ChartRow['form'], ReactNode> = {
  lines: <LineChartOutlined aria-hidden />,
  bars: <BarChartOutlined aria-hidden />,
  pie: <PieChartOutlined aria-hidden />,
  map: <HeatMapOutlined aria-hidden />,
};

const ICONS: Record<ChartView, (row: ChartRow) => ReactNode> = {
  chart: ({ form }) => USUAL[form],
  columns: () => <BarChartOutlined aria-hidden />,
  bars: () => <BarChartOutlined aria-hidden rotate={90} />,
  table: () => <TableOutlined aria-hidden />,
};

/** Switches a chart to another view; remembered per chart. */
export function ViewSwitch({ row, title }: { row: ChartRow; title: string }) {
  const intl = useIntl();
  const dispatch = useDispatch();
  const views = usePreference('chart_views');
  return (
    <Segmented<ChartView>
      size="small"
      className="not-on-paper"
      aria-label={intl.formatMessage({ id: 'reports.view_of' }, { title })}
      value={viewOf(row, views)}
      options={viewsOf(row).map((value) => {
        const name = intl.formatMessage({ id: `reports.view_${value}` });
        return {
          value,
          title: name,
          label: (
            <>
              {ICONS[value](row)}
              <span className="only-heard">{name}</span>
            </>
          ),
        };
      })}
      onChange={(view) => dispatch(chartViewChosen({ report: row.type, view }))}
    />
  );
}

/** A chart's current view. */
export function viewOf(row: ChartRow, views: Readonly<Partial<Record<ChartRow['type'], ChartView>>>): ChartView {
  const view = views[row.type] ?? 'chart';
  return viewsOf(row).includes(view) ? view : 'chart';
}
