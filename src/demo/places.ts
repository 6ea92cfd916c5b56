/**
 * Resellers and hotspots of the demonstration. All invented: mail domains can't be registered (RFC 2606), and every VAT number has a wrong
 * check digit, so it can't be a company's.
 */
import type { Motif } from './pictures';
import type { Kind } from './rhythms';

export interface Reseller {
  username: string;
  name: string;
  email: string;
  plan: 'free' | 'basic' | 'standard' | 'premium';
  /** In days: since the account was created, since the subscription began (`paidDays`), and until it ends (`leftDays`). */
  sinceDays: number;
  paidDays: number;
  leftDays: number;
  privacy: { name: string; vat: string; address: string; email: string; dpo: string; dpoMail: string };
  /** SMS bought, sent since the last renewal (at most), and the remaining number at which to warn. */
  sms: { bought: number; sent: number; threshold: number };
  places: readonly Place[];
}

export interface Place {
  name: string;
  kind: Kind;
  /** New guests on an average day. */
  size: number;
  /** In days: since the hotspot was set up, and the validity of a guest's access. */
  sinceDays: number;
  validDays: number;
  description: string;
  business: { name: string; vat: string; address: string; email: string; dpo: string; dpoMail: string };
  customer: Staff;
  desk: Staff;
  units: readonly UnitPlan[];
  /** Devices without a browser, let in by MAC address. */
  entries: readonly string[];
  portal: {
    title: string;
    subtitle: string;
    description: string;
    redirect: string;
    background: string;
    container: string;
    titleColor: string;
    textColor: string;
    textStyle: string;
    motif: Motif;
  };
  /** Custom voucher codes. */
  codes: readonly string[];
  /** The hotspot's own SMS limit: nearly used up, or ample; undefined for none. */
  smsLimit?: 'near' | 'ample';
  /** Preferences, other than the look, that differ from the defaults. */
  preferences: Readonly<Record<string, string>>;
}

interface Staff {
  username: string;
  name: string;
  email: string;
}

interface UnitPlan {
  name: string;
  description: string;
  /** Days since its last session, for a unit that is meant to be broken. */
  silentDays?: number;
}

/** Bandwidth in kbps. */
const bandwidth = (down: number, up: number) => ({
  'CoovaChilli-Bandwidth-Max-Down': String(down),
  'CoovaChilli-Bandwidth-Max-Up': String(up),
});

/** Switched on in nearly all venues of the main reseller. */
const VOUCHERS = { voucher_login: 'true', temp_code_login: 'true' };

const ASKS_ORIGIN = { marketing_0_reason_country: 'true' };

const feedback = (mail: string) => ({
  marketing_1_enabled: 'true',
  marketing_2_feedback_email: mail,
  marketing_3_first_email_enabled: 'true',
  marketing_4_second_email_enabled: 'true',
  marketing_6_first_after: '120',
  marketing_7_second_after: 'days',
  marketing_8_second_after_days: '4',
  marketing_9_threshold: '4',
  marketing_10_first_url: 'https://recensioni.example/strutture',
  marketing_11_second_url: 'https://viaggi.example/opinioni',
  check_marketing: 'true',
});

const MIRAMARE: Place = {
  name: 'grand-hotel-miramare',
  kind: 'hotel',
  size: 3.5,
  sinceDays: 1_240,
  validDays: 30,
  description: 'Grand Hotel Miramare, Rimini',
  business: {
    name: 'Miramare Ospitalità S.r.l.',
    vat: 'IT04395630408',
    address: 'Lungomare delle Conchiglie 21, 47921 Rimini RN',
    email: 'direzione@grandhotelmiramare.example',
    dpo: 'Avv. Costanza Belletti',
    dpoMail: 'dpo@grandhotelmiramare.example',
  },
  customer: { username: 'customer', name: 'Giovanna Casadei', email: 'giovanna.casadei@grandhotelmiramare.example' },
  desk: { username: 'desk', name: 'Reception Miramare', email: 'reception@grandhotelmiramare.example' },
  units: [
    { name: 'ghm-hall', description: 'Hall e reception, piano terra' },
    { name: 'ghm-ristorante', description: 'Sala ristorante e colazioni' },
    { name: 'ghm-piano-1', description: 'Camere 101-124' },
    { name: 'ghm-piano-2', description: 'Camere 201-224' },
    { name: 'ghm-piano-3', description: 'Camere 301-318 e suite' },
    { name: 'ghm-piscina', description: 'Piscina e bar esterno' },
    { name: 'ghm-spa', description: 'Centro benessere', silentDays: 3 },
  ],
  entries: ['Totem check-in', 'TV sala colazioni', 'Stampante reception'],
  portal: {
    title: 'Benvenuti al Miramare',
    subtitle: 'WiFi per gli ospiti · Guest WiFi',
    description: 'Connettetevi in pochi secondi e godetevi il mare. Connect in seconds and enjoy the sea.',
    redirect: 'https://grandhotelmiramare.example/ospiti',
    background: '#0b4f6c',
    container: '#ffffffee',
    titleColor: '#0b4f6c',
    textColor: '#33434a',
    textStyle: 'Playfair Display',
    motif: 'sun',
  },
  codes: ['piscina', 'matrimonio-elena-e-davide', 'degustazione'],
  smsLimit: 'ample',
  preferences: {
    ...VOUCHERS,
    ...ASKS_ORIGIN,
    ...feedback('direzione@grandhotelmiramare.example'),
    ...bandwidth(20_480, 5_120),
    marketing_12_third_url: 'https://grandhotelmiramare.example/libro-ospiti',
    captive_2_title_en: 'Welcome to the Miramare',
    captive_4_subtitle_en: 'WiFi for our guests',
    captive_6_description_en: 'Connect in seconds and enjoy the sea.',
    captive_2_title_de: 'Willkommen im Miramare',
    captive_4_subtitle_de: 'WLAN für unsere Gäste',
    captive_6_description_de: 'In Sekunden online, und dann aufs Meer schauen.',
    voucher_expiration_days: '90',
  },
};

const BORA: Place = {
  name: 'hotel-bora-trieste',
  kind: 'hotel',
  size: 1.9,
  sinceDays: 980,
  validDays: 30,
  description: 'Hotel Bora, Trieste',
  business: {
    name: 'Bora Alberghi S.r.l.',
    vat: 'IT02581760328',
    address: 'Riva dei Navigatori 8, 34121 Trieste TS',
    email: 'info@hotelbora.example',
    dpo: 'Dott. Livio Cossutta',
    dpoMail: 'privacy@hotelbora.example',
  },
  customer: { username: 'hotelbora', name: 'Martina Furlan', email: 'martina.furlan@hotelbora.example' },
  desk: { username: 'hotelbora.reception', name: 'Reception Hotel Bora', email: 'reception@hotelbora.example' },
  units: [
    { name: 'bora-hall', description: 'Hall, bar e sala lettura' },
    { name: 'bora-piano-1', description: 'Camere 11-22' },
    { name: 'bora-piano-2', description: 'Camere 23-34' },
    { name: 'bora-terrazza', description: 'Terrazza panoramica' },
  ],
  entries: ['Citofono garage', 'Stampante reception'],
  portal: {
    title: 'Hotel Bora',
    subtitle: 'Il vento di Trieste, il WiFi di casa',
    description: 'Inserite la vostra e-mail o il codice ricevuto alla reception. Enter your e-mail or the code from the front desk.',
    redirect: 'https://hotelbora.example/benvenuti',
    background: '#334155',
    container: '#ffffffff',
    titleColor: '#1e293b',
    textColor: '#475569',
    textStyle: 'Lato',
    motif: 'waves',
  },
  codes: ['barcolana'],
  smsLimit: 'near',
  preferences: {
    ...VOUCHERS,
    ...ASKS_ORIGIN,
    ...feedback('info@hotelbora.example'),
    ...bandwidth(15_360, 4_096),
    marketing_4_second_email_enabled: 'false',
  },
};

const PORTICI: Place = {
  name: 'caffe-dei-portici',
  kind: 'cafe',
  size: 3.4,
  sinceDays: 760,
  validDays: 30,
  description: 'Caffè dei Portici, Bologna',
  business: {
    name: 'Caffè dei Portici di Tassinari & C. S.n.c.',
    vat: 'IT05140021207',
    address: 'Via dei Cartolai 14, 40124 Bologna BO',
    email: 'ciao@caffedeiportici.example',
    dpo: 'Studio Neri Privacy',
    dpoMail: 'dpo@studioneri.example',
  },
  customer: { username: 'caffeportici', name: 'Federico Tassinari', email: 'federico@caffedeiportici.example' },
  desk: { username: 'caffeportici.banco', name: 'Banco Caffè dei Portici', email: 'banco@caffedeiportici.example' },
  units: [
    { name: 'portici-sala', description: 'Sala e bancone' },
    { name: 'portici-dehors', description: 'Tavolini sotto il portico' },
  ],
  entries: ['POS bancone'],
  portal: {
    title: 'Un caffè e sei online',
    subtitle: 'Caffè dei Portici',
    description: 'Due ore di WiFi gratuito con la tua consumazione.',
    redirect: 'https://caffedeiportici.example/menu',
    background: '#7c2d12',
    container: '#fffaf5ff',
    titleColor: '#7c2d12',
    textColor: '#57403a',
    textStyle: 'Dosis',
    motif: 'arch',
  },
  codes: ['cappuccino', 'brunch-domenica'],
  preferences: {
    ...VOUCHERS,
    ...bandwidth(8_192, 2_048),
    'CoovaChilli-Max-Navigation-Time': '7200',
    facebook_login_page: 'https://social.example/caffedeiportici',
    user_expiration_days: '30',
  },
};

const MOLO: Place = {
  name: 'caffe-del-molo',
  kind: 'cafe',
  size: 1.6,
  sinceDays: 2_050,
  validDays: 30,
  description: 'Caffè del Molo, Ancona',
  business: {
    // The oldest hotspot, from before the VAT number was required.
    name: 'Caffè del Molo di Paolo Serra',
    vat: '',
    address: 'Banchina Vanvitelli 3, 60121 Ancona AN',
    email: 'info@caffedelmolo.example',
    dpo: 'Paolo Serra',
    dpoMail: 'info@caffedelmolo.example',
  },
  customer: { username: 'caffemolo', name: 'Paolo Serra', email: 'paolo.serra@caffedelmolo.example' },
  desk: { username: 'caffemolo.cassa', name: 'Cassa Caffè del Molo', email: 'cassa@caffedelmolo.example' },
  units: [{ name: 'molo-bar', description: 'Sopra il bancone' }],
  entries: [],
  portal: {
    title: 'Caffè del Molo',
    subtitle: 'WiFi con vista porto',
    description: 'Naviga gratis mentre aspetti il traghetto.',
    redirect: 'https://caffedelmolo.example',
    background: '#155e75',
    container: '#ffffffff',
    titleColor: '#155e75',
    textColor: '#4A4A4A',
    textStyle: 'Roboto',
    motif: 'sail',
  },
  codes: ['traghetto'],
  preferences: { voucher_login: 'true', ...bandwidth(6_144, 1_024), linkedin_login: 'false' },
};

const BIBLIOTECA: Place = {
  name: 'biblioteca.san-vitale',
  kind: 'library',
  size: 3.2,
  sinceDays: 1_420,
  validDays: 60,
  description: 'Biblioteca San Vitale, Ravenna',
  business: {
    name: 'Biblioteca comunale San Vitale',
    vat: 'IT01506310391',
    address: 'Piazza dei Mosaici 2, 48121 Ravenna RA',
    email: 'biblioteca@sanvitale.example',
    dpo: 'Ufficio protezione dati',
    dpoMail: 'dpo@sanvitale.example',
  },
  customer: { username: 'biblioteca', name: 'Teresa Montanari', email: 'teresa.montanari@sanvitale.example' },
  desk: { username: 'biblioteca.prestito', name: 'Banco prestiti', email: 'prestito@sanvitale.example' },
  units: [
    { name: 'bsv-ingresso', description: 'Ingresso e banco prestiti' },
    { name: 'bsv-sala-studio', description: 'Sala studio, 80 posti' },
    { name: 'bsv-emeroteca', description: 'Emeroteca e periodici' },
    { name: 'bsv-deposito', description: 'Deposito seminterrato', silentDays: 6 },
  ],
  entries: ['Catalogo in linea 1', 'Catalogo in linea 2'],
  portal: {
    title: 'Biblioteca San Vitale',
    subtitle: 'WiFi4EU in sala lettura',
    description: 'Accesso gratuito per lettori e studenti. La biblioteca chiude la domenica.',
    redirect: 'https://sanvitale.example/catalogo',
    background: '#1e3a8a',
    container: '#ffffffff',
    titleColor: '#1e3a8a',
    textColor: '#3f3f46',
    textStyle: 'EB Garamond',
    motif: 'book',
  },
  codes: ['gruppo-lettura'],
  preferences: {
    ...VOUCHERS,
    ...bandwidth(10_240, 2_048),
    facebook_login: 'false',
    'CoovaChilli-Max-Total-Octets': '1073741824',
    user_expiration_days: '60',
    wifi4eu_enabled: 'true',
    wifi4eu_id: '7d0c1f52-6a3e-4b8e-9d54-2f1c80a7e631',
    wifi4eu_lang: 'it',
    check_email_domain: 'true',
    check_email_domain_list: 'tempmail.example,usaegetta.example',
  },
};

const PINETA: Place = {
  name: 'camping-la-pineta',
  kind: 'camping',
  size: 2.7,
  sinceDays: 1_110,
  validDays: 21,
  description: 'Camping La Pineta, Cesenatico',
  business: {
    name: 'La Pineta Vacanze S.a.s. di Guerra Monica',
    vat: 'IT06320840406',
    address: 'Viale dei Pini 120, 47042 Cesenatico FC',
    email: 'info@campinglapineta.example',
    dpo: 'Monica Guerra',
    dpoMail: 'privacy@campinglapineta.example',
  },
  customer: { username: 'lapineta', name: 'Monica Guerra', email: 'monica.guerra@campinglapineta.example' },
  desk: { username: 'lapineta.accoglienza', name: 'Accoglienza La Pineta', email: 'accoglienza@campinglapineta.example' },
  units: [
    { name: 'pineta-accoglienza', description: 'Accoglienza e minimarket' },
    { name: 'pineta-viale-a', description: 'Piazzole A1-A40' },
    { name: 'pineta-viale-b', description: 'Piazzole B1-B36' },
    { name: 'pineta-bungalow', description: 'Bungalow e case mobili' },
    { name: 'pineta-spiaggia', description: 'Bagno e bar in spiaggia', silentDays: 12 },
  ],
  entries: ['Sbarra ingresso', 'Cassa minimarket'],
  portal: {
    title: 'Camping La Pineta',
    subtitle: 'Internet sotto i pini',
    description: 'Ritirate il codice all’accoglienza. Get your code at the front desk. Holen Sie Ihren Code an der Rezeption.',
    redirect: 'https://campinglapineta.example/programma',
    background: '#14532d',
    container: '#f7fee7f2',
    titleColor: '#14532d',
    textColor: '#3f4a3c',
    textStyle: 'Hind',
    motif: 'pine',
  },
  codes: ['animazione', 'piazzola-gold'],
  preferences: {
    ...VOUCHERS,
    ...ASKS_ORIGIN,
    ...feedback('info@campinglapineta.example'),
    ...bandwidth(6_144, 2_048),
    marketing_3_first_email_enabled: 'false',
  },
};

const MARINA: Place = {
  name: 'marina-di-levante',
  kind: 'marina',
  size: 1.4,
  sinceDays: 640,
  validDays: 30,
  description: 'Marina di Levante, Grado',
  business: {
    name: 'Marina di Levante S.p.A.',
    vat: 'IT01759540317',
    address: 'Darsena Est 1, 34073 Grado GO',
    email: 'porto@marinadilevante.example',
    // No DPO named yet.
    dpo: '',
    dpoMail: '',
  },
  customer: { username: 'marinalevante', name: 'Lorenzo Visintin', email: 'lorenzo.visintin@marinadilevante.example' },
  desk: { username: 'marinalevante.torre', name: 'Torre di controllo', email: 'torre@marinadilevante.example' },
  units: [
    { name: 'marina-torre', description: 'Torre e uffici' },
    { name: 'marina-pontile-a', description: 'Pontile A, posti 1-60' },
    { name: 'marina-pontile-b', description: 'Pontile B, posti 61-110' },
    { name: 'marina-club', description: 'Club house e ristorante' },
  ],
  entries: ['Stazione meteo', 'Colonnina carburante'],
  portal: {
    title: 'Marina di Levante',
    subtitle: 'Benvenuti a bordo · Welcome aboard',
    description: 'Wi-Fi su tutti i pontili. Wi-Fi on every pier.',
    redirect: 'https://marinadilevante.example/meteo',
    background: '#0c4a6e',
    container: '#ffffffff',
    titleColor: '#0369a1',
    textColor: '#334155',
    textStyle: 'Fira Sans Extra Condensed',
    motif: 'sail',
  },
  codes: ['regata', 'ospite-club'],
  preferences: { ...VOUCHERS, ...ASKS_ORIGIN, ...bandwidth(12_288, 4_096), user_expiration_days: '30' },
};

const CONGRESSI: Place = {
  name: 'centro-congressi-adria',
  kind: 'congress',
  size: 3,
  sinceDays: 520,
  validDays: 5,
  description: 'Centro congressi Adria, Riccione',
  business: {
    name: 'Adria Congressi S.r.l.',
    vat: 'IT06619130407',
    address: 'Viale delle Fiere 50, 47838 Riccione RN',
    email: 'eventi@adriacongressi.example',
    dpo: 'Avv. Saverio Lombardi',
    dpoMail: 'dpo@adriacongressi.example',
  },
  customer: { username: 'adriacongressi', name: 'Silvia Mancini', email: 'silvia.mancini@adriacongressi.example' },
  desk: { username: 'adriacongressi.accrediti', name: 'Banco accrediti', email: 'accrediti@adriacongressi.example' },
  units: [
    { name: 'adria-foyer', description: 'Foyer e accrediti' },
    { name: 'adria-plenaria-1', description: 'Sala plenaria, lato palco' },
    { name: 'adria-plenaria-2', description: 'Sala plenaria, regia' },
    { name: 'adria-sale', description: 'Sale Ponente, Levante e Scirocco' },
    { name: 'adria-catering', description: 'Area catering' },
  ],
  entries: ['Regia streaming', 'Stampante badge'],
  portal: {
    title: 'Adria Congressi',
    subtitle: 'WiFi per relatori e partecipanti',
    description: 'Usate il codice stampato sul badge. Use the code on your badge.',
    redirect: 'https://adriacongressi.example/agenda',
    background: '#312e81',
    container: '#ffffffff',
    titleColor: '#312e81',
    textColor: '#3f3f46',
    textStyle: 'Roboto',
    motif: 'rings',
  },
  codes: ['relatori', 'ufficio-stampa', 'espositori'],
  preferences: {
    ...VOUCHERS,
    ...ASKS_ORIGIN,
    ...bandwidth(25_600, 10_240),
    user_expiration_days: '5',
    voucher_expiration_days: '60',
    facebook_login: 'false',
  },
};

const IMBARCADERO: Place = {
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

const EDELWEISS: Place = {
  name: 'garni-edelweiss-merano',
  kind: 'mountain',
  size: 1.2,
  sinceDays: 356,
  validDays: 14,
  description: 'Garni Edelweiss, Meran / Merano',
  business: {
    name: 'Garni Edelweiss des Pichler Matthias',
    vat: 'IT07110970219',
    address: 'Via dei Meli 9 Apfelweg, 39012 Merano BZ',
    email: 'info@garniedelweiss.example',
    dpo: 'Matthias Pichler',
    dpoMail: 'datenschutz@garniedelweiss.example',
  },
  customer: { username: 'edelweiss', name: 'Matthias Pichler', email: 'matthias@garniedelweiss.example' },
  desk: { username: 'edelweiss.rezeption', name: 'Rezeption Edelweiss', email: 'rezeption@garniedelweiss.example' },
  units: [
    { name: 'edelweiss-stube', description: 'Stube und Rezeption' },
    { name: 'edelweiss-zimmer', description: 'Zimmer 1-18' },
  ],
  entries: ['Radio Frühstücksraum'],
  portal: {
    title: 'Garni Edelweiss',
    subtitle: 'Willkommen · Benvenuti',
    description: 'Kostenloses WLAN für unsere Gäste. WiFi gratuito per i nostri ospiti.',
    redirect: 'https://garniedelweiss.example',
    background: '#3f6212',
    container: '#ffffffff',
    titleColor: '#3f6212',
    textColor: '#44403c',
    textStyle: 'Playfair Display SC',
    motif: 'peak',
  },
  codes: ['wanderwoche'],
  preferences: { ...VOUCHERS, ...ASKS_ORIGIN, ...bandwidth(10_240, 3_072) },
};

const TRE_PINI: Place = {
  name: 'rifugio-tre-pini',
  kind: 'mountain',
  size: 0.9,
  sinceDays: 350,
  validDays: 7,
  description: 'Rifugio Tre Pini, Alpe di Fanes',
  business: {
    name: 'Rifugio Tre Pini Soc. coop.',
    vat: 'IT01987020217',
    address: 'Località Tre Pini, 39030 San Vigilio BZ',
    email: 'rifugio@trepini.example',
    dpo: 'Greta Moser',
    dpoMail: 'privacy@trepini.example',
  },
  customer: { username: 'trepini', name: 'Greta Moser', email: 'greta.moser@trepini.example' },
  desk: { username: 'trepini.cucina', name: 'Banco Tre Pini', email: 'banco@trepini.example' },
  units: [
    { name: 'trepini-sala', description: 'Sala da pranzo' },
    { name: 'trepini-camerate', description: 'Camerate e locale sci' },
  ],
  entries: ['Webcam terrazza'],
  portal: {
    title: 'Rifugio Tre Pini',
    subtitle: '2 040 m, e siete online',
    description: 'La linea è via radio: siate gentili con i video. Please be gentle with videos.',
    redirect: 'https://trepini.example/webcam',
    background: '#1c1917',
    container: '#fafaf9f5',
    titleColor: '#292524',
    textColor: '#44403c',
    textStyle: 'Hind',
    motif: 'peak',
  },
  codes: [],
  preferences: { ...VOUCHERS, ...bandwidth(2_048, 512), 'CoovaChilli-Max-Total-Octets': '314572800' },
};

export const OPERATOR = { username: 'admin', name: 'Portico Demo Hosting', email: 'noc@portico-hosting.example', sinceDays: 2_190 };

export const RESELLERS: readonly Reseller[] = [
  {
    username: 'reseller',
    name: 'Adriatica Connect',
    email: 'assistenza@adriaticaconnect.example',
    plan: 'premium',
    sinceDays: 2_100,
    paidDays: 680,
    leftDays: 2_970,
    privacy: {
      name: 'Adriatica Connect S.r.l.',
      vat: '07825540398',
      address: 'Via della Rotonda 33, 48122 Ravenna RA',
      email: 'privacy@adriaticaconnect.example',
      dpo: 'Avv. Ottavia Zaccaria',
      dpoMail: 'dpo@adriaticaconnect.example',
    },
    sms: { bought: 2_000, sent: 1_862, threshold: 150 },
    places: [MIRAMARE, BORA, PORTICI, MOLO, BIBLIOTECA, PINETA, MARINA, CONGRESSI],
  },
  {
    username: 'lariowifi',
    name: 'Lario WiFi',
    email: 'paola.colombo@lariowifi.example',
    plan: 'free',
    sinceDays: 340,
    paidDays: 340,
    leftDays: 25,
    // VAT number and address are missing, so no further hotspot can be created.
    privacy: { name: 'Lario WiFi di Colombo Paola', vat: '', address: '', email: 'paola.colombo@lariowifi.example', dpo: '', dpoMail: '' },
    sms: { bought: 0, sent: 0, threshold: 0 },
    places: [IMBARCADERO],
  },
  {
    username: 'alpenfunk',
    name: 'Alpenfunk WLAN',
    email: 'office@alpenfunk.example',
    plan: 'standard',
    sinceDays: 358,
    paidDays: 356,
    leftDays: 9,
    privacy: {
      name: 'Alpenfunk WLAN GmbH / S.r.l.',
      vat: '04834520213',
      address: 'Handwerkerzone 12, 39100 Bozen / Bolzano BZ',
      email: 'privacy@alpenfunk.example',
      dpo: 'Dr. Ulrike Gruber',
      dpoMail: 'datenschutz@alpenfunk.example',
    },
    sms: { bought: 1_000, sent: 640, threshold: 100 },
    places: [EDELWEISS, TRE_PINI],
  },
];

/** Venues by the name of their hotspot. */
export const PLACES: ReadonlyMap<string, Place> = new Map(RESELLERS.flatMap(({ places }) => places.map((place) => [place.name, place])));
