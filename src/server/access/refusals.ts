/** Refusal texts for guests, shared by the log-in pages and RADIUS. Those for staff are the console's (`access.…` in i18n/). */
import type { RefusalCode } from '../../contract/plain/access';
import type { PortalLanguage } from '../../contract/plain/wire';
import { languageIn } from '../../portal/texts';

/** Must not reveal whether a name exists, so `not_known` and `wrong_secret` share this text. */
const UNKNOWN: Record<PortalLanguage, string> = {
  en: 'This code or password is not valid here.',
  it: 'Questo codice o questa password qui non è valida.',
  de: 'Dieser Code oder dieses Passwort gilt hier nicht.',
  fr: 'Ce code ou ce mot de passe n’est pas valable ici.',
  es: 'Este código o esta contraseña no es válida aquí.',
};

const FOR_GUESTS: Record<RefusalCode, Record<PortalLanguage, string>> = {
  not_known: UNKNOWN,
  wrong_secret: UNKNOWN,
  too_many_tries: {
    en: 'Too many tries. Try again in ten minutes.',
    it: 'Troppi tentativi. Riprovi tra dieci minuti.',
    de: 'Zu viele Versuche. Versuchen Sie es in zehn Minuten noch einmal.',
    fr: 'Trop d’essais. Réessayez dans dix minutes.',
    es: 'Demasiados intentos. Vuelva a intentarlo en diez minutos.',
  },
  hotspot_closed: {
    en: 'The WiFi is closed here at the moment. Please ask at the reception.',
    it: 'Al momento qui il WiFi è chiuso. Chieda alla reception.',
    de: 'Das WLAN ist hier zurzeit geschlossen. Bitte fragen Sie am Empfang.',
    fr: 'Le WiFi est fermé ici en ce moment. Adressez-vous à la réception.',
    es: 'En este momento el WiFi está cerrado aquí. Pregunte en recepción.',
  },
  way_off: {
    en: 'You cannot log in with a voucher here at the moment.',
    it: 'Al momento qui non si può accedere con un voucher.',
    de: 'Hier kann man sich zurzeit nicht mit einem Voucher anmelden.',
    fr: 'Il n’est pas possible de se connecter ici avec un bon en ce moment.',
    es: 'En este momento no se puede acceder aquí con un vale.',
  },
  registration_needed: {
    en: 'Open the log-in page and register there with this code.',
    it: 'Apra la pagina di accesso e si registri lì con questo codice.',
    de: 'Öffnen Sie die Anmeldeseite und registrieren Sie sich dort mit diesem Code.',
    fr: 'Ouvrez la page de connexion et inscrivez-vous avec ce code.',
    es: 'Abra la página de acceso y regístrese allí con este código.',
  },
  login_needed: {
    en: 'Please log in.',
    it: 'Effettui l’accesso.',
    de: 'Bitte melden Sie sich an.',
    fr: 'Veuillez vous connecter.',
    es: 'Inicie sesión, por favor.',
  },
  no_uses_left: {
    en: 'This code has been used as often as it may be.',
    it: 'Questo codice è già stato usato tutte le volte previste.',
    de: 'Dieser Code wurde schon so oft benutzt, wie er darf.',
    fr: 'Ce code a déjà été utilisé autant de fois que possible.',
    es: 'Este código ya se ha usado todas las veces permitidas.',
  },
  too_early: {
    en: 'Your access has not begun yet.',
    it: 'Il Suo accesso non è ancora iniziato.',
    de: 'Ihr Zugang hat noch nicht begonnen.',
    fr: 'Votre accès n’a pas encore commencé.',
    es: 'Su acceso aún no ha comenzado.',
  },
  expired: {
    en: 'Your access has expired.',
    it: 'Il Suo accesso è scaduto.',
    de: 'Ihr Zugang ist abgelaufen.',
    fr: 'Votre accès a expiré.',
    es: 'Su acceso ha caducado.',
  },
  other_unit: {
    en: 'This device is still online at another access point. Try again in a few minutes.',
    it: 'Questo dispositivo è ancora collegato a un altro punto di accesso. Riprovi tra qualche minuto.',
    de: 'Dieses Gerät ist noch über einen anderen Zugangspunkt online. Versuchen Sie es in ein paar Minuten noch einmal.',
    fr: 'Cet appareil est encore connecté à un autre point d’accès. Réessayez dans quelques minutes.',
    es: 'Este dispositivo sigue conectado a otro punto de acceso. Inténtelo de nuevo en unos minutos.',
  },
  too_many_devices: {
    en: 'You are already online with the maximum number of devices. Log one of them out first.',
    it: 'È già online con il numero massimo di dispositivi. Prima ne disconnetta uno.',
    de: 'Sie sind bereits mit der höchsten erlaubten Anzahl von Geräten online. Melden Sie zuerst eines ab.',
    fr: 'Vous êtes déjà connecté avec le nombre maximal d’appareils. Déconnectez-en d’abord un.',
    es: 'Ya está conectado con el número máximo de dispositivos. Desconecte primero uno de ellos.',
  },
  used_up_today: {
    en: 'Your allowance for today is used up. You can log in again tomorrow.',
    it: 'Ha usato tutto quello che è previsto per un giorno. Potrà accedere di nuovo domani.',
    de: 'Ihr Kontingent für heute ist verbraucht. Morgen können Sie sich wieder anmelden.',
    fr: 'Vous avez utilisé tout ce qui est prévu pour une journée. Vous pourrez vous reconnecter demain.',
    es: 'Ha usado todo lo previsto para un día. Podrá acceder de nuevo mañana.',
  },
  time_used_up: {
    en: 'The time of your access is used up.',
    it: 'Il tempo del Suo accesso è esaurito.',
    de: 'Die Zeit Ihres Zugangs ist verbraucht.',
    fr: 'Le temps de votre accès est épuisé.',
    es: 'El tiempo de su acceso se ha agotado.',
  },
  traffic_used_up: {
    en: 'The data of your access is used up.',
    it: 'I dati del Suo accesso sono esauriti.',
    de: 'Das Datenvolumen Ihres Zugangs ist verbraucht.',
    fr: 'Les données de votre accès sont épuisées.',
    es: 'Los datos de su acceso se han agotado.',
  },
};

/** In the guest's language, or English if there is no translation. */
export function refusalForGuest(code: RefusalCode, language: string): string {
  return FOR_GUESTS[code][languageIn(language) ?? 'en'];
}
