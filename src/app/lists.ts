/** The lists, which are small beside what they share: one file, loaded with that, so that none of them waits for another. */
export { AccountsPage } from '../features/accounts/AccountsPage';
export { DevicesPage } from '../features/devices/DevicesPage';
export { GuestsPage } from '../features/guests/GuestsPage';
export { HotspotsPage } from '../features/hotspots/HotspotsPage';
export { SessionsPage } from '../features/sessions/SessionsPage';
export { UnitsPage } from '../features/units/UnitsPage';
