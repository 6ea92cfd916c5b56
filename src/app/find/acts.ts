/** The actions of "find anything": every dialog, with what it needs to know before it opens. */
import type { FoundItem } from '../../contract/find';
import { may, type Permission, type Role } from '../../contract/plain/roles';
import { capabilities, type Capabilities } from '../../shared/backEnd/capabilities';
import { dialogOpened, type DialogName, type DialogTable, type Opening } from '../../shared/dialogs';
import type { MessageId } from '../routes';

export type Kind = FoundItem['kind'];

/** The object of an action. `days`: the number of days typed after its name. */
export interface Target extends Pick<FoundItem, 'id' | 'title' | 'archived' | 'sessions'> {
  days?: number;
  /** Which of a guest's devices that are online it is about, if there are several. */
  device?: { nth: number; count: number };
}

interface Act<N extends DialogName> {
  title: MessageId;
  /** Null if every role may. */
  permission: Permission | null;
  needs?: keyof Capabilities;
  /** The kind of object that the action needs; null if it needs none. */
  on: Kind | null;
  args: (target: Target) => DialogTable[N];
  /** What it is offered for, of an object that was found by its name: nothing, or each of its parts. Such an act needs a name. */
  within?: (found: FoundItem) => Target[];
  /** Says why it is not possible with an object that was found, where that depends on the object; `{q}` is what was typed as its name. */
  impossible?: MessageId;
  /** Whether it is possible only with, or only without, a second factor of one's own. */
  hasFactor?: boolean;
}

/** Marks dialogs that aren't offered: they need an object that can't be found by name, or a selection made on a screen. */
type OnlyFromScreens = null;

const nothing = () => null;
const byId = ({ id }: Target) => ({ id });
const atHotspot = ({ id }: Target) => ({ hotspotId: id });
const guestKey = ({ id, archived }: Target) => ({ id, isArchived: archived ?? false });
const voucherKey = ({ id, title }: Target) => ({ id, code: title });

/** A guest once for each device that is online. */
const sessionsOf = ({ sessions = [], ...guest }: FoundItem): Target[] =>
  sessions.map((id, at) => ({
    ...guest,
    sessions: [id],
    ...(sessions.length > 1 && { device: { nth: at + 1, count: sessions.length } }),
  }));

/** In the order in which they are offered. The type makes every dialog appear here. */
const ACTS: { [N in DialogName]: Act<N> | OnlyFromScreens } = {
  'vouchers/create': { title: 'vouchers.new', permission: 'vouchers.create', on: 'hotspot', args: atHotspot },
  'guests/extend': {
    title: 'guests.extend',
    permission: 'guests.update',
    on: 'guest',
    args: ({ days, ...target }) => ({ ...guestKey(target), ...(days !== undefined && { days }) }),
  },
  'guests/modify': { title: 'guests.modify', permission: 'guests.update', on: 'guest', args: guestKey },
  'sessions/disconnect': {
    title: 'sessions.disconnect',
    permission: 'sessions.disconnect',
    on: 'guest',
    args: ({ sessions: [id = 0] = [] }) => ({ id }),
    within: sessionsOf,
    impossible: 'find.not_online',
  },
  'vouchers/replace': {
    title: 'counter.lost',
    permission: 'vouchers.replace',
    needs: 'hasWholeCounter',
    on: 'voucher',
    args: (target) => ({ voucher: voucherKey(target), isAtCounter: false }),
    impossible: 'find.not_replaceable',
  },
  'vouchers/custom': { title: 'vouchers.new_code', permission: 'vouchers.create', on: 'hotspot', args: atHotspot },
  'vouchers/import': { title: 'import.title', permission: 'vouchers.create', needs: 'hasWholeCounter', on: 'hotspot', args: atHotspot },
  'vouchers/shift': { title: 'shift.title', permission: 'vouchers.list', needs: 'hasWholeCounter', on: 'hotspot', args: atHotspot },
  'hotspots/create': { title: 'hotspots.new', permission: 'hotspots.create', on: null, args: nothing },
  'hotspots/modify': { title: 'hotspots.modify', permission: 'hotspots.update', on: 'hotspot', args: byId },
  'units/register': { title: 'units.register', permission: 'units.create', on: 'hotspot', args: atHotspot },
  'units/rename': { title: 'units.rename', permission: 'units.update', needs: 'canRenameUnits', on: 'unit', args: byId },
  'units/radius': { title: 'units.radius_settings', permission: 'units.update', needs: 'canConnectUnits', on: 'unit', args: byId },
  'units/renew': { title: 'units.renew_secret_title', permission: 'units.renew_secret', needs: 'canConnectUnits', on: 'unit', args: byId },
  'mac/create': { title: 'mac_auth.new', permission: 'mac_entries.create', on: 'hotspot', args: atHotspot },
  'accounts/create': { title: 'accounts.new', permission: 'accounts.create', on: null, args: () => ({ hotspotId: 0 }) },
  'accounts/modify': { title: 'accounts.modify', permission: 'accounts.create', on: 'account', args: byId },
  'accounts/subscription': {
    title: 'accounts.renew',
    permission: 'accounts.subscription',
    needs: 'canRenewSubscriptions',
    on: 'account',
    args: byId,
    within: (account) => (account.reseller ? [account] : []),
    impossible: 'find.no_plan',
  },
  'accounts/second_factor_off': {
    title: 'second_factor.turn_off_of',
    permission: 'accounts.second_factor_off',
    needs: 'hasSecondFactors',
    on: 'account',
    args: byId,
  },
  'accounts/sign_out': {
    title: 'accounts.sign_out_of',
    permission: 'accounts.sign_out',
    needs: 'listsSignIns',
    on: 'account',
    args: byId,
  },
  'accounts/password': { title: 'accounts.set_password', permission: 'accounts.create', on: 'account', args: byId },
  'integrations/create': {
    title: 'integrations.new',
    permission: 'integrations.create',
    needs: 'canManageIntegrations',
    on: null,
    args: nothing,
  },
  'vouchers/paper': { title: 'paper.set_up_title', permission: 'paper.update', needs: 'keepsPaper', on: 'hotspot', args: atHotspot },
  'vouchers/templates': {
    title: 'paper.templates',
    permission: 'paper_templates.create',
    needs: 'keepsPaper',
    on: 'hotspot',
    args: atHotspot,
  },
  'vouchers/presets': {
    // Changing presets needs `hotspots.update`: a customer may write only the captive portal's preferences.
    title: 'presets.change',
    permission: 'hotspots.update',
    needs: 'hasWholeCounter',
    on: 'hotspot',
    args: atHotspot,
  },
  'vouchers/delete': {
    title: 'vouchers.delete',
    permission: 'vouchers.delete',
    on: 'voucher',
    args: (target) => ({ voucher: voucherKey(target) }),
  },
  'guests/delete': { title: 'guests.delete', permission: 'guests.delete', on: 'guest', args: guestKey },
  'units/delete': { title: 'units.delete', permission: 'units.delete', on: 'unit', args: byId },
  'hotspots/delete': { title: 'hotspots.delete', permission: 'hotspots.delete', on: 'hotspot', args: byId },
  'accounts/delete': { title: 'accounts.delete', permission: 'accounts.delete', on: 'account', args: byId },
  'profile/password': { title: 'profile.change_password', permission: null, on: null, args: nothing },
  'profile/second_factor_on': {
    title: 'second_factor.turn_on',
    permission: 'second_factor.on',
    needs: 'hasSecondFactors',
    on: null,
    args: nothing,
    hasFactor: false,
  },
  'profile/recovery_codes': {
    title: 'second_factor.new_codes',
    permission: 'second_factor.codes',
    needs: 'hasSecondFactors',
    on: null,
    args: nothing,
    hasFactor: true,
  },
  'profile/second_factor_off': {
    title: 'second_factor.turn_off',
    permission: 'second_factor.off',
    needs: 'hasSecondFactors',
    on: null,
    args: nothing,
    hasFactor: true,
  },
  'app/keys': { title: 'menu.keys', permission: null, on: null, args: nothing },
  'app/about': { title: 'menu.about', permission: null, on: null, args: nothing },
  'auth/privacy': { title: 'login.privacy', permission: null, on: null, args: nothing },
  'find/anything': null,
  'disclaimers/create': null,
  'disclaimers/modify': null,
  'disclaimers/delete': null,
  'integrations/modify': null,
  'integrations/delete': null,
  'integrations/test': null,
  'integrations/privacy': null,
  'mac/delete': null,
  'vouchers/delete_many': null,
  'vouchers/delete_all': null,
  'vouchers/template': null,
  'vouchers/delete_template': null,
  'vouchers/print': null,
  'vouchers/preset': null,
  'vouchers/show': null,
  'vouchers/mail': null,
  'vouchers/cancel_unused': null,
};

/** An action that a role may choose. */
export interface OfferedAct extends Omit<Act<DialogName>, 'permission' | 'needs' | 'args'> {
  name: DialogName;
  open: (target: Target) => ReturnType<typeof dialogOpened>;
}

/** The actions that a role may choose and the back end supports. */
export function actsOf(role: Role): OfferedAct[] {
  return (Object.keys(ACTS) as DialogName[]).flatMap((name) => {
    const act: Act<DialogName> | OnlyFromScreens = ACTS[name];
    if (!act || (act.permission !== null && !may(role, act.permission)) || (act.needs && !capabilities()[act.needs])) return [];
    // `ACTS` has checked that each name has its own arguments.
    const open = (target: Target) => dialogOpened({ name, args: act.args(target) } as Opening<DialogName>);
    const { permission: _permission, needs: _needs, args: _args, ...offered } = act;
    return [{ ...offered, name, open }];
  });
}
