/** All list screens in one chunk: they are small compared to the code they share, and so none of them waits for another request. */
export { AccountsPage } from '../features/accounts/AccountsPage';
export { DevicesPage } from '../features/devices/DevicesPage';
export { GuestsPage } from '../features/guests/GuestsPage';
export { HotspotsPage } from '../features/hotspots/HotspotsPage';
export { SessionsPage } from '../features/sessions/SessionsPage';
export { UnitsPage } from '../features/units/UnitsPage';
