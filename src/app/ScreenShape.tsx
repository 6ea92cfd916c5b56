import { Flex, Skeleton } from 'antd';
import { FormattedMessage } from 'react-intl';
import { PageHead } from '../shared/ui/page/PageHead';
import { rowAt } from './routes';
import { LoadingRows } from '../shared/ui/feedback/LoadingRows';
import styles from './ScreenShape.module.css';
import { classes } from '../shared/ui/plain/classes';
import spacingStyles from '../shared/ui/page/spacing.module.css';

/** Number of tiles at the top of a page that isn't a list. */
const TILES = 4;

/**
 * Skeleton of the screen at an address while it loads: title, search and rows for a list, tiles and sections for other pages. Pages about
 * one object have no title until the object is known.
 */
export function ScreenShape({ pathname }: { pathname: string }) {
  const row = rowAt(pathname);
  const hasTitle = row !== undefined && !row.path.includes(':');
  return (
    <div aria-busy>
      <PageHead title={hasTitle ? <FormattedMessage id={row.title} /> : <Skeleton.Input active size="small" />} />
      {row?.isList === true ? (
        <>
          <Skeleton.Input active style={{ width: 240, marginBottom: 16 }} />
          <LoadingRows rows={10} />
        </>
      ) : (
        <>
          <Flex gap={16} className={classes(styles.tiles)}>
            {Array.from({ length: TILES }, (_, nth) => (
              <div key={nth} className={spacingStyles.grows}>
                <Skeleton.Node active style={{ width: '100%', height: 72 }} />
              </div>
            ))}
          </Flex>
          <LoadingRows rows={5} />
          <LoadingRows rows={5} />
        </>
      )}
    </div>
  );
}
