/** The e-mail with a voucher's code, styled like the captive portal. */
import { escaped } from '../../contract/plain/htmlText';
import { backgroundOf, logoOf, renderMail, sendersOf, type MailLook } from '../../contract/plain/mail';
import type { MailVoucher, Voucher } from '../../contract/vouchers';
import { LOGO_CID, type Mail } from '../messages/mailer';

interface Texts {
  subject: (venue: string) => string;
  lead: (venue: string) => string;
  code: string;
  steps: string[];
  days: (days: number) => string;
  until: (moment: string) => string;
  uses: (uses: number) => string;
}

const plural = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`;

const TEXTS: Record<MailVoucher['language'], Texts> = {
  en: {
    subject: (venue) => `Your WiFi code for ${venue}`,
    lead: (venue) => `Here’s your WiFi code for ${venue}.`,
    code: 'Code',
    steps: ['Connect to the guest WiFi.', 'Wait for the login page to open.', 'Enter the code.'],
    days: (days) => `Valid for ${plural(days, 'day', 'days')} after the day of first use.`,
    until: (moment) => `Valid until ${moment}.`,
    uses: (uses) => `Good for ${plural(uses, 'use', 'uses')}.`,
  },
  it: {
    subject: (venue) => `Il tuo codice WiFi per ${venue}`,
    lead: (venue) => `Ecco il tuo codice WiFi per ${venue}.`,
    code: 'Codice',
    steps: ['Collegati alla rete WiFi degli ospiti.', 'Attendi che si apra la pagina di accesso.', 'Inserisci il codice.'],
    days: (days) => `Vale ${plural(days, 'giorno', 'giorni')} dopo quello del primo utilizzo.`,
    until: (moment) => `Vale fino al ${moment}.`,
    uses: (uses) => `Vale per ${plural(uses, 'utilizzo', 'utilizzi')}.`,
  },
  de: {
    subject: (venue) => `Ihr WLAN-Code für ${venue}`,
    lead: (venue) => `Hier ist Ihr WLAN-Code für ${venue}.`,
    code: 'Code',
    steps: ['Verbinden Sie sich mit dem Gäste-WLAN.', 'Warten Sie, bis sich die Anmeldeseite öffnet.', 'Geben Sie den Code ein.'],
    days: (days) => `Gültig ${plural(days, 'Tag', 'Tage')} nach dem Tag der ersten Nutzung.`,
    until: (moment) => `Gültig bis ${moment}.`,
    uses: (uses) => `Gilt für ${plural(uses, 'Nutzung', 'Nutzungen')}.`,
  },
  fr: {
    subject: (venue) => `Votre code WiFi pour ${venue}`,
    lead: (venue) => `Voici votre code WiFi pour ${venue}.`,
    code: 'Code',
    steps: ['Connectez-vous au WiFi des clients.', 'Attendez que la page de connexion s’ouvre.', 'Saisissez le code.'],
    days: (days) => `Valable ${plural(days, 'jour', 'jours')} après le jour de la première utilisation.`,
    until: (moment) => `Valable jusqu’au ${moment}.`,
    uses: (uses) => `Valable pour ${plural(uses, 'utilisation', 'utilisations')}.`,
  },
  es: {
    subject: (venue) => `Su código WiFi para ${venue}`,
    lead: (venue) => `Aquí tiene su código WiFi para ${venue}.`,
    code: 'Código',
    steps: ['Conéctese a la red WiFi de invitados.', 'Espere a que se abra la página de acceso.', 'Introduzca el código.'],
    days: (days) => `Válido ${plural(days, 'día', 'días')} después del día del primer uso.`,
    until: (moment) => `Válido hasta el ${moment}.`,
    uses: (uses) => `Vale para ${plural(uses, 'uso', 'usos')}.`,
  },
};

/** The logo is attached when the mail is sent. */
export function voucherMailOf(
  voucher: Voucher,
  look: MailLook & { description: string },
  { language, tz }: Omit<MailVoucher, 'to'>,
): Pick<Mail, 'subject' | 'text' | 'html'> {
  const texts = TEXTS[language];
  // A line break in a subject could inject a mail header.
  const venue = (look.description.trim() || look.name).replaceAll(/\p{Cc}+/gu, ' ');
  const moment =
    voucher.expires && new Date(voucher.expires).toLocaleString(language, { dateStyle: 'long', timeStyle: 'short', timeZone: tz });
  const facts = [
    ...(moment ? [texts.until(moment)] : voucher.duration > 0 ? [texts.days(voucher.duration)] : []),
    ...(voucher.remain_use > 0 ? [texts.uses(voucher.remain_use)] : []),
  ];
  const body = [
    `<p>${escaped(texts.lead(venue))}</p>`,
    `<p style="font-size:14px;margin:0">${texts.code}</p>`,
    `<p style="font-size:32px;line-height:1.3;margin:0 0 16px;font-family:monospace;letter-spacing:2px">${escaped(voucher.code)}</p>`,
    `<ol>${texts.steps.map((step) => `<li>${escaped(step)}</li>`).join('')}</ol>`,
    ...(facts.length === 0 ? [] : [`<p>${escaped(facts.join(' '))}</p>`]),
  ].join('\n');
  return {
    subject: texts.subject(venue),
    text: [
      texts.lead(venue),
      '',
      `    ${voucher.code}`,
      '',
      ...texts.steps.map((step, at) => `${at + 1}. ${step}`),
      '',
      ...facts,
      '',
      '--',
      ...sendersOf(look),
    ].join('\n'),
    html: [
      `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>`,
      `<body style="margin:0;background-color:${backgroundOf(look)}">`,
      renderMail(body, look, logoOf(look) && `cid:${LOGO_CID}`),
      `</body></html>`,
    ].join('\n'),
  };
}
