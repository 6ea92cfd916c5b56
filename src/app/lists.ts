/**
 * The list screens in one chunk: each is small compared to the code they share, and this way none needs a request of its own. Sessions are
 * apart: their calendar is larger than all other lists together.
 */
export { AccountsPage } from '../features/accounts/AccountsPage';
export { DevicesPage } from '../features/devices/DevicesPage';
export { GuestsPage } from '../features/guests/GuestsPage';
export { HotspotsPage } from '../features/hotspots/HotspotsPage';
export { UnitsPage } from '../features/units/UnitsPage';
