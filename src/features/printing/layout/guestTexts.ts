/** Texts of printed vouchers, by language. Not among the console's messages, because guests need more languages than staff. */
import type { PaperLanguage } from '../../../contract/plain/paperModel';

export interface GuestTexts {
  headline: string;
  network: (ssid: string) => string;
  /** The last day counts in full: with 1 day, first used on Monday, it is valid until the end of Tuesday. */
  validDays: (count: number) => string;
  validUntil: (moment: string) => string;
  validAlways: string;
  uses: (count: number) => string;
  usesLimitless: string;
  down: (speed: string) => string;
  up: (speed: string) => string;
  traffic: (amount: string) => string;
  online: (time: string) => string;
  limitless: string;
  room: (room: string) => string;
  /** Three steps to get online. */
  connect: (network: Network) => string;
  open: string;
  enter: string;
  /** Caption of a QR code, which joins the network or opens the portal. */
  scanToJoin: string;
  scanToOpen: string;
  scanThenCode: string;
}

/** Empty if unknown. */
interface Network {
  ssid: string;
  password: string;
}

const rules = new Map<PaperLanguage, [plural: Intl.PluralRules, number: Intl.NumberFormat]>();

function counted(language: PaperLanguage, count: number, one: string, other: string): string {
  const [plural, number] = rules.get(language) ?? [new Intl.PluralRules(language), new Intl.NumberFormat(language)];
  rules.set(language, [plural, number]);
  return (plural.select(count) === 'one' ? one : other).replace('#', number.format(count));
}

export const GUEST_TEXTS: Record<PaperLanguage, GuestTexts> = {
  en: {
    headline: 'WiFi',
    network: (ssid) => `WiFi network: ${ssid}`,
    validDays: (count) => counted('en', count, 'Valid # day after the day of first use', 'Valid # days after the day of first use'),
    validUntil: (moment) => `Valid until ${moment}`,
    validAlways: 'Never expires',
    uses: (count) => counted('en', count, '# use', '# uses'),
    usesLimitless: 'Unlimited uses',
    down: (speed) => `${speed} down`,
    up: (speed) => `${speed} up`,
    traffic: (amount) => `${amount} of traffic`,
    online: (time) => `${time} online`,
    limitless: 'No limit on speed, traffic or time',
    room: (room) => `Room ${room}`,
    connect: ({ ssid, password }) =>
      `${ssid === '' ? 'Connect to our WiFi' : `Connect to the network “${ssid}”`}${password === '' ? '' : `, password “${password}”`}`,
    open: 'Open your browser: the log-in page appears',
    enter: 'Enter your code',
    scanToJoin: 'Scan to connect',
    scanToOpen: 'Scan to log in',
    scanThenCode: 'Scan to connect, then enter the code',
  },
  it: {
    headline: 'WiFi',
    network: (ssid) => `Rete WiFi: ${ssid}`,
    validDays: (count) => counted('it', count, 'Valido # giorno dopo quello del primo uso', 'Valido # giorni dopo quello del primo uso'),
    validUntil: (moment) => `Scadenza: ${moment}`,
    validAlways: 'Senza scadenza',
    uses: (count) => counted('it', count, '# utilizzo', '# utilizzi'),
    usesLimitless: 'Utilizzi illimitati',
    down: (speed) => `${speed} in download`,
    up: (speed) => `${speed} in upload`,
    traffic: (amount) => `${amount} di traffico`,
    online: (time) => `${time} online`,
    limitless: 'Nessun limite di velocità, traffico o tempo',
    room: (room) => `Camera ${room}`,
    connect: ({ ssid, password }) =>
      `${ssid === '' ? 'Collegati al nostro WiFi' : `Collegati alla rete “${ssid}”`}${password === '' ? '' : `, password “${password}”`}`,
    open: 'Apri il browser: compare la pagina di accesso',
    enter: 'Inserisci il tuo codice',
    scanToJoin: 'Inquadra per collegarti',
    scanToOpen: 'Inquadra per accedere',
    scanThenCode: 'Inquadra per collegarti, poi inserisci il codice',
  },
  de: {
    headline: 'WLAN',
    network: (ssid) => `WLAN: ${ssid}`,
    validDays: (count) =>
      counted('de', count, 'Gültig bis zum Tag nach der ersten Anmeldung', 'Gültig bis # Tage nach dem der ersten Anmeldung'),
    validUntil: (moment) => `Gültig bis ${moment}`,
    validAlways: 'Unbegrenzt gültig',
    uses: (count) => counted('de', count, '# Anmeldung', '# Anmeldungen'),
    usesLimitless: 'Beliebig viele Anmeldungen',
    down: (speed) => `${speed} im Download`,
    up: (speed) => `${speed} im Upload`,
    traffic: (amount) => `${amount} Datenvolumen`,
    online: (time) => `${time} online`,
    limitless: 'Keine Begrenzung von Tempo, Datenvolumen oder Zeit',
    room: (room) => `Zimmer ${room}`,
    connect: ({ ssid, password }) =>
      `${ssid === '' ? 'Mit unserem WLAN verbinden' : `Mit dem WLAN „${ssid}“ verbinden`}${password === '' ? '' : `, Passwort „${password}“`}`,
    open: 'Browser öffnen: Die Anmeldeseite erscheint',
    enter: 'Code eingeben',
    scanToJoin: 'Zum Verbinden scannen',
    scanToOpen: 'Zum Anmelden scannen',
    scanThenCode: 'Zum Verbinden scannen, dann den Code eingeben',
  },
  fr: {
    headline: 'WiFi',
    network: (ssid) => `Réseau WiFi : ${ssid}`,
    validDays: (count) =>
      counted('fr', count, 'Valable # jour après celui de la première connexion', 'Valable # jours après celui de la première connexion'),
    validUntil: (moment) => `Valable jusqu’au ${moment}`,
    validAlways: 'Sans date limite',
    uses: (count) => counted('fr', count, '# utilisation', '# utilisations'),
    usesLimitless: 'Utilisations illimitées',
    down: (speed) => `${speed} en réception`,
    up: (speed) => `${speed} en envoi`,
    traffic: (amount) => `${amount} de données`,
    online: (time) => `${time} en ligne`,
    limitless: 'Débit, données et durée illimités',
    room: (room) => `Chambre ${room}`,
    connect: ({ ssid, password }) =>
      `${ssid === '' ? 'Connectez-vous à notre WiFi' : `Connectez-vous au réseau « ${ssid} »`}${password === '' ? '' : `, mot de passe « ${password} »`}`,
    open: 'Ouvrez votre navigateur : la page de connexion s’affiche',
    enter: 'Saisissez votre code',
    scanToJoin: 'Scannez pour vous connecter',
    scanToOpen: 'Scannez pour vous identifier',
    scanThenCode: 'Scannez pour vous connecter, puis saisissez le code',
  },
  es: {
    headline: 'WiFi',
    network: (ssid) => `Red WiFi: ${ssid}`,
    validDays: (count) => counted('es', count, 'Válido # día después del primer día de uso', 'Válido # días después del primer día de uso'),
    validUntil: (moment) => `Válido hasta el ${moment}`,
    validAlways: 'Sin caducidad',
    uses: (count) => counted('es', count, '# uso', '# usos'),
    usesLimitless: 'Usos ilimitados',
    down: (speed) => `${speed} de bajada`,
    up: (speed) => `${speed} de subida`,
    traffic: (amount) => `${amount} de datos`,
    online: (time) => `${time} en línea`,
    limitless: 'Sin límite de velocidad, datos ni tiempo',
    room: (room) => `Habitación ${room}`,
    connect: ({ ssid, password }) =>
      `${ssid === '' ? 'Conéctate a nuestra WiFi' : `Conéctate a la red «${ssid}»`}${password === '' ? '' : `, contraseña «${password}»`}`,
    open: 'Abre el navegador: aparece la página de acceso',
    enter: 'Introduce tu código',
    scanToJoin: 'Escanea para conectarte',
    scanToOpen: 'Escanea para acceder',
    scanThenCode: 'Escanea para conectarte y luego introduce el código',
  },
};
