/** The one action that fixes what a check found. */
import type { RefusalCode } from '../../contract/plain/access';
import { may, type Role } from '../../contract/plain/roles';
import type { Checked, Explanation } from '../../contract/why';
import { dialogOpened } from '../../shared/dialogs';
import { paths } from '../../shared/paths';

type MessageId = FormatjsIntl.Message['ids'];

/** An action that opens a dialog, or leads to a page. */
export type Act = { message: MessageId; opens: ReturnType<typeof dialogOpened> } | { message: MessageId; to: string };

/** What `role` can do about a failed check; null if nothing in the console helps, or only others can do it. */
export function actFor({ check, refusals }: Checked, answer: Explanation, role: Role): Act | null {
  const { hotspot_id: hotspotId, unit } = answer;
  switch (check) {
    case 'device':
      return null;
    case 'unit':
      if (unit) return role === 'desk' ? null : { message: 'why.open_unit', to: paths.unit.to(unit.id) };
      return may(role, 'units.create')
        ? { message: 'units.register', opens: dialogOpened({ name: 'units/register', args: { hotspotId } }) }
        : null;
    case 'open':
      return preferences(answer, role);
    case 'known':
      return forUnknown(refusals, answer, role);
    case 'valid':
      return forInvalid(refusals, answer);
    case 'limits':
      return refusals.includes('used_up_today') ? extend(answer) : newVoucher(answer);
    case 'elsewhere':
      return answer.elsewhere
        ? {
            message: 'sessions.disconnect',
            opens: dialogOpened({ name: 'sessions/disconnect', args: { id: answer.elsewhere.session_id } }),
          }
        : null;
    case 'speed':
      return answer.speed_of === 'guest' ? modify(answer) : answer.speed_of === 'hotspot' ? preferences(answer, role) : newVoucher(answer);
  }
}

function forUnknown(refusals: readonly RefusalCode[], answer: Explanation, role: Role): Act | null {
  // Nothing to do: it ends by itself.
  if (refusals.includes('too_many_tries')) return null;
  if (refusals.includes('way_off')) return preferences(answer, role);
  if (answer.device_mac === '') return newVoucher(answer);
  const args = { hotspotId: answer.hotspot_id, mac: answer.device_mac };
  return { message: 'why.let_device_in', opens: dialogOpened({ name: 'mac/create', args }) };
}

function forInvalid(refusals: readonly RefusalCode[], answer: Explanation): Act {
  if (refusals.includes('no_uses_left')) return newVoucher(answer);
  if (refusals.includes('expired')) return extend(answer);
  return modify(answer);
}

/** If there is no guest yet, offer another voucher instead. */
function extend(answer: Explanation): Act {
  const { guest } = answer;
  if (!guest) return newVoucher(answer);
  return { message: 'guests.extend', opens: dialogOpened({ name: 'guests/extend', args: { id: guest.id, isArchived: guest.archived } }) };
}

function modify(answer: Explanation): Act {
  const { guest } = answer;
  if (!guest) return newVoucher(answer);
  return { message: 'guests.modify', opens: dialogOpened({ name: 'guests/modify', args: { id: guest.id, isArchived: guest.archived } }) };
}

const newVoucher = ({ hotspot_id: hotspotId }: Explanation): Act => ({
  message: 'vouchers.new',
  opens: dialogOpened({ name: 'vouchers/create', args: { hotspotId } }),
});

/** Null for roles that can't change them: a customer may write only the captive portal's preferences, a desk none. */
const preferences = ({ hotspot_id: hotspotId }: Explanation, role: Role): Act | null =>
  may(role, 'hotspots.update') ? { message: 'why.open_preferences', to: paths.hotspot.toPreferences(hotspotId) } : null;
