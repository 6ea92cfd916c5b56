/** The venue of Lario WiFi. */
import type { VenuePlan } from './venuePlan';

export const IMBARCADERO: VenuePlan = {
  name: 'bar-imbarcadero',
  kind: 'cafe',
  size: 1,
  sinceDays: 330,
  validDays: 30,
  description: 'Bar Imbarcadero, Lecco',
  business: {
    name: 'Bar Imbarcadero di Fumagalli Rita',
    vat: 'IT01608160136',
    address: 'Lungolago Isonzo 6, 23900 Lecco LC',
    email: 'rita@barimbarcadero.example',
    dpo: '',
    dpoMail: '',
  },
  customer: { username: 'imbarcadero', name: 'Rita Fumagalli', email: 'rita@barimbarcadero.example' },
  desk: { username: 'imbarcadero.cassa', name: 'Cassa Imbarcadero', email: 'cassa@barimbarcadero.example' },
  units: [{ name: 'imbarcadero', description: 'Sala interna' }],
  entries: [],
  portal: {
    title: 'Bar Imbarcadero',
    subtitle: 'WiFi gratuito',
    description: 'Il lago, un gelato e la connessione.',
    redirect: 'https://barimbarcadero.example',
    background: '#0f766e',
    container: '#ffffffff',
    titleColor: '#0f766e',
    textColor: '#4A4A4A',
    textStyle: 'Lato',
    motif: 'waves',
  },
  codes: [],
  preferences: { sms_login: 'false' },
};
