/** All list screens in one chunk: each is small compared to the code they share, and this way none needs a request of its own. */
export { AccountsPage } from '../features/accounts/AccountsPage';
export { DevicesPage } from '../features/devices/DevicesPage';
export { GuestsPage } from '../features/guests/GuestsPage';
export { HotspotsPage } from '../features/hotspots/HotspotsPage';
export { SessionsPage } from '../features/sessions/SessionsPage';
export { UnitsPage } from '../features/units/UnitsPage';
