import { theme } from 'antd';
import { useMemo } from 'react';
import { chartStyleOf, type ChartStyle } from '../../chartStyle';

/** Chart style for the current theme. */
export function useChartStyle(): ChartStyle {
  const { token } = theme.useToken();
  return useMemo(() => chartStyleOf(token), [token]);
}
