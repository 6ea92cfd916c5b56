import type { Device } from '../../../contract/devices';
import { capabilities } from '../../backEnd/capabilities';
import { Bytes } from './Bytes';
import type { Column } from '../table/DataCards';
import { Moment } from './Moment';

const ACTIVITY: readonly Column<Device, never>[] = [
  {
    key: 'traffic',
    title: 'devices.traffic',
    width: 100,
    align: 'right',
    onPhone: 'fact',
    cell: ({ activity }) => <Bytes amount={activity ? activity.bytes_down + activity.bytes_up : 0} />,
  },
  {
    key: 'last_seen',
    title: 'devices.last_seen',
    width: 120,
    onPhone: 'fact',
    cell: ({ activity }) => <Moment at={activity?.last_seen} isShort />,
  },
];

/** What devices used and when they were last seen, if the back end tells. */
export const activityColumns = () => (capabilities().hasLiveLists ? ACTIVITY : []);
