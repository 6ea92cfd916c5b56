import LeftOutlined from '@ant-design/icons/LeftOutlined';
import RightOutlined from '@ant-design/icons/RightOutlined';
import { Button, Flex, Select, Typography } from 'antd';
import { FormattedMessage, useIntl } from 'react-intl';
import { PAGE_SIZES, type PageSize } from '../../../contract/plain/wire';
import { lastPageOf, type DeepPage } from '../../location';
import spacingStyles from '../page/spacing.module.css';
import { classes } from '../plain/classes';

interface PagerProps {
  page: number;
  size: PageSize;
  total: number;
  /** Available page sizes. */
  sizes?: readonly PageSize[];
  /** For lists that continue beyond their numbered pages. */
  depth?: Depth | undefined;
  onTurn: (page: number) => void;
  onResize: (size: PageSize) => void;
}

interface Depth {
  /** There are more rows than `total`. */
  hasMore: boolean;
  /** Cursors of the first and last row shown. */
  first: string | null;
  last: string | null;
  /** The cursor that led to a page past the numbered ones; null on a numbered page. */
  now: DeepPage | null;
  /** Number of rows shown. */
  count: number;
  onTurn: (page: DeepPage) => void;
}

/** Previous, next, "page x of y" and the page size (FMT-10). */
export function Pager({ page, size, total, sizes = PAGE_SIZES, depth, onTurn, onResize }: PagerProps) {
  const intl = useIntl();
  const last = lastPageOf(total, size);
  const { previous, next } = depth?.now ? deepSteps(depth, size) : numberedSteps({ page, last, depth, onTurn });
  return (
    <Flex
      className={classes(spacingStyles.above12, 'not-on-paper')}
      component="nav"
      aria-label={intl.formatMessage({ id: 'pager.label' })}
      align="center"
      justify="end"
      gap={8}
      wrap
    >
      <Select
        aria-label={intl.formatMessage({ id: 'pager.size' })}
        value={size}
        onChange={onResize}
        options={sizes.map((value) => ({ value, label: intl.formatMessage({ id: 'pager.per_page' }, { count: value }) }))}
      />
      {depth?.now && (
        <Button onClick={() => onTurn(1)}>
          <FormattedMessage id="pager.first" />
        </Button>
      )}
      <Button
        icon={<LeftOutlined aria-hidden />}
        aria-label={intl.formatMessage({ id: 'pager.previous' })}
        disabled={!previous}
        onClick={previous}
      />
      <Typography.Text aria-live="polite">
        {depth?.now ? (
          <FormattedMessage id="pager.beyond" values={{ last }} />
        ) : (
          <FormattedMessage id={depth?.hasMore ? 'pager.page_of_more' : 'pager.page'} values={{ page, last }} />
        )}
      </Typography.Text>
      <Button icon={<RightOutlined aria-hidden />} aria-label={intl.formatMessage({ id: 'pager.next' })} disabled={!next} onClick={next} />
      {depth?.hasMore && (
        <Button disabled={depth.now !== null && 'end' in depth.now} onClick={() => depth.onTurn({ end: 'true' })}>
          <FormattedMessage id="pager.last" />
        </Button>
      )}
    </Flex>
  );
}

interface Steps {
  previous: (() => void) | undefined;
  next: (() => void) | undefined;
}

function numberedSteps({ page, last, depth, onTurn }: Pick<PagerProps, 'page' | 'depth' | 'onTurn'> & { last: number }): Steps {
  const cursor = depth?.hasMore ? depth.last : null;
  const goDeep = depth && cursor !== null ? () => depth.onTurn({ after: cursor }) : undefined;
  return { previous: page > 1 ? () => onTurn(page - 1) : undefined, next: page < last ? () => onTurn(page + 1) : goDeep };
}

/** A page that isn't full is the last one in the direction in which it was reached. */
function deepSteps({ first, last, now, count, onTurn }: Depth, size: PageSize): Steps {
  const isForward = now !== null && 'after' in now;
  const isBackward = now !== null && 'before' in now;
  return {
    previous: first !== null && !(isBackward && count < size) ? () => onTurn({ before: first }) : undefined,
    next: last !== null && (isBackward || (isForward && count === size)) ? () => onTurn({ after: last }) : undefined,
  };
}
