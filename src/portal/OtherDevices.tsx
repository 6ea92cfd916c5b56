/** The guest's other devices that are online, each with a button that logs it out. */
import { PortalForm, Text } from './PortalFrame';

export interface OtherDevice {
  /** Id of its session. */
  id: number;
  mac: string;
  /** Time of day, formatted in the portal's language. */
  since: string;
}

export function OtherDevices({ devices, next }: { devices: readonly OtherDevice[]; next: '/login' | '/online' }) {
  if (devices.length === 0) return null;
  return (
    <PortalForm form="free" next={next}>
      <p>
        <Text text={devices.length === 1 ? 'devices_one' : 'devices_many'} values={{ count: String(devices.length) }} />
      </p>
      {devices.map(({ id, mac, since }) => (
        <button key={id} type="submit" name="session" value={id} className="portal-start portal-other">
          <Text text={mac === '' ? 'device_out_unnamed' : 'device_out'} values={{ mac, since }} />
        </button>
      ))}
    </PortalForm>
  );
}
