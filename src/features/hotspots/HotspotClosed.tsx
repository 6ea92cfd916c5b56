import { Alert, Button, Flex } from 'antd';
import { FormattedMessage } from 'react-intl';
import { useDispatch } from 'react-redux';
import { managesSeveralHotspots, type Role } from '../../contract/plain/roles';
import { tabOpened } from '../../shared/location';
import { useHotspotPreferences } from './api';
import spacingStyles from '../../shared/ui/page/spacing.module.css';
import { classes } from '../../shared/ui/plain/classes';

/** Says on other screens, where somebody may look for the cause, that nobody can get online because the hotspot is closed. */
export function HotspotClosed({ hotspotId, role }: { hotspotId: number; role: Role }) {
  const dispatch = useDispatch();
  const { data: preferences } = useHotspotPreferences(hotspotId);
  if (preferences?.hotspot_closed !== 'true') return null;
  return (
    <Alert
      type="warning"
      showIcon
      className={classes(spacingStyles.below16)}
      title={
        <Flex justify="space-between" align="center" gap="8px 16px" wrap>
          <FormattedMessage id="hotspots.closed" />
          {managesSeveralHotspots(role) && (
            <Button onClick={() => dispatch(tabOpened('preferences'))}>
              <FormattedMessage id="hotspots.closed_change" />
            </Button>
          )}
        </Flex>
      }
    />
  );
}
