import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button, Flex, Select, Typography } from 'antd';
import { FormattedMessage, useIntl } from 'react-intl';
import { PAGE_SIZES, type PageSize } from '../../contract/wire';
import { lastPageOf } from '../location';

interface PagerProps {
  page: number;
  size: PageSize;
  total: number;
  /** Rows per page that can be chosen. */
  sizes?: readonly PageSize[];
  onTurn: (page: number) => void;
  onResize: (size: PageSize) => void;
}

/** Previous, next, "page x of y" and the rows per page (spec 1 §2, spec 2 §2). */
export function Pager({ page, size, total, sizes = PAGE_SIZES, onTurn, onResize }: PagerProps) {
  const intl = useIntl();
  const last = lastPageOf(total, size);
  return (
    <Flex
      className="not-on-paper"
      component="nav"
      aria-label={intl.formatMessage({ id: 'pager.label' })}
      align="center"
      justify="end"
      gap={8}
      wrap
      style={{ marginTop: 12 }}
    >
      <Select
        aria-label={intl.formatMessage({ id: 'pager.size' })}
        value={size}
        onChange={onResize}
        options={sizes.map((value) => ({ value, label: intl.formatMessage({ id: 'pager.per_page' }, { count: value }) }))}
      />
      <Button
        icon={<LeftOutlined aria-hidden />}
        aria-label={intl.formatMessage({ id: 'pager.previous' })}
        disabled={page <= 1}
        onClick={() => onTurn(page - 1)}
      />
      <Typography.Text aria-live="polite">
        <FormattedMessage id="pager.page" values={{ page, last }} />
      </Typography.Text>
      <Button
        icon={<RightOutlined aria-hidden />}
        aria-label={intl.formatMessage({ id: 'pager.next' })}
        disabled={page >= last}
        onClick={() => onTurn(page + 1)}
      />
    </Flex>
  );
}
