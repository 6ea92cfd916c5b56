/**
 * The demonstration's disclaimers, integrations and feedback e-mails. Placeholders are filled with the reseller's and the hotspot's own
 * data.
 */
import type { Motif } from './pictures';

interface DisclaimerText {
  type: 'privacy' | 'tos';
  title: string;
  body: string;
}

const PRIVACY_IT: DisclaimerText = {
  type: 'privacy',
  title: 'Informativa privacy (italiano)',
  body: `<h2>Informativa sul trattamento dei dati</h2>
<p>Ai sensi dell’art. 13 del Regolamento (UE) 2016/679, <strong>{{.BusinessName}}</strong>, {{.BusinessAddress}}, P. IVA {{.BusinessVat}}, titolare del trattamento, informa chi usa la rete WiFi per gli ospiti.</p>
<ul>
<li><strong>Quali dati:</strong> nome, e-mail o numero di telefono usati per accedere, indirizzo MAC e IP del dispositivo, data, ora e durata dei collegamenti. I siti visitati non sono registrati.</li>
<li><strong>Perché:</strong> per dare accesso alla rete e per gli obblighi di legge; solo con il Suo consenso, per inviarLe comunicazioni sulla struttura.</li>
<li><strong>Per quanto tempo:</strong> dodici mesi dall’ultimo collegamento.</li>
<li><strong>Chi li tratta:</strong> {{.PrivacyName}}, {{.PrivacyAddress}}, P. IVA {{.PrivacyVat}}, responsabile esterno della gestione della rete ({{.PrivacyEmail}}).</li>
</ul>
<p>Può chiedere accesso, rettifica, cancellazione o limitazione scrivendo a {{.BusinessEmail}} o al responsabile della protezione dei dati {{.BusinessDpo}} ({{.BusinessDpoMail}}), e proporre reclamo al Garante.</p>`,
};

const PRIVACY_EN: DisclaimerText = {
  type: 'privacy',
  title: 'Privacy notice (English)',
  body: `<h2>Privacy notice</h2>
<p>Under Article 13 of Regulation (EU) 2016/679, <strong>{{.BusinessName}}</strong>, {{.BusinessAddress}}, VAT {{.BusinessVat}}, the controller, informs users of its guest WiFi.</p>
<ul>
<li><strong>What we keep:</strong> the name, e-mail address or telephone number you log in with, the MAC and IP address of your device, and when and for how long you were connected. We do not record the sites you visit.</li>
<li><strong>Why:</strong> to give you access and to meet legal duties; only if you agree, to write to you about our house.</li>
<li><strong>For how long:</strong> twelve months after your last connection.</li>
<li><strong>Who handles it:</strong> {{.PrivacyName}}, {{.PrivacyAddress}}, VAT {{.PrivacyVat}}, who runs the network for us ({{.PrivacyEmail}}).</li>
</ul>
<p>To see, correct or erase your data, write to {{.BusinessEmail}} or to our data protection officer {{.BusinessDpo}} ({{.BusinessDpoMail}}). You may also complain to the supervisory authority.</p>`,
};

const TERMS_IT: DisclaimerText = {
  type: 'tos',
  title: 'Condizioni d’uso (italiano)',
  body: `<h2>Condizioni d’uso della rete WiFi</h2>
<p>{{.BusinessName}} offre gratuitamente ai propri ospiti l’accesso a Internet. Collegandosi, l’ospite accetta quanto segue.</p>
<ol>
<li>L’accesso è personale e vale per il periodo indicato; velocità e quantità di dati possono essere limitate.</li>
<li>Sono vietati l’invio di posta indesiderata, la diffusione di contenuti illeciti e ogni tentativo di accesso ad altri sistemi.</li>
<li>La rete è aperta: si raccomanda di usare solo siti cifrati (https).</li>
<li>Il servizio è fornito così com’è, senza garanzia di continuità. {{.PrivacyName}} può sospenderlo per manutenzione.</li>
</ol>
<p>Per assistenza: {{.BusinessEmail}}.</p>`,
};

const TERMS_EN: DisclaimerText = {
  type: 'tos',
  title: 'Terms of use (English)',
  body: `<h2>Terms of use of the guest WiFi</h2>
<p>{{.BusinessName}} gives its guests free access to the Internet. By connecting you accept these terms.</p>
<ol>
<li>Access is personal and valid for the time shown; speed and volume may be limited.</li>
<li>Do not send unsolicited mail, share unlawful content or try to enter other systems.</li>
<li>The network is open: use encrypted sites (https) only.</li>
<li>The service comes as it is. {{.PrivacyName}} may interrupt it for maintenance.</li>
</ol>
<p>Help: {{.BusinessEmail}}.</p>`,
};

const PRIVACY_DE: DisclaimerText = {
  type: 'privacy',
  title: 'Datenschutzhinweis (Deutsch)',
  body: `<h2>Datenschutzhinweis</h2>
<p>Verantwortlich für das Gäste-WLAN ist <strong>{{.BusinessName}}</strong>, {{.BusinessAddress}}. Gespeichert werden Ihre Anmeldedaten, die Adresse Ihres Geräts sowie Zeit und Dauer der Verbindung, zwölf Monate lang.</p>
<p>Das Netz betreibt {{.PrivacyName}} ({{.PrivacyEmail}}) in unserem Auftrag. Auskunft und Löschung: {{.BusinessEmail}}.</p>`,
};

/** Each reseller's disclaimers, by username; the first of a type is its default. */
export const DISCLAIMERS: Readonly<Record<string, readonly DisclaimerText[]>> = {
  reseller: [PRIVACY_IT, PRIVACY_EN, TERMS_IT, TERMS_EN],
  alpenfunk: [PRIVACY_DE, TERMS_IT],
};

/** Titles of the disclaimers chosen by hotspots that don't use the default, by hotspot name. */
export const CHOSEN_DISCLAIMERS: Readonly<Record<string, readonly string[]>> = {
  'grand-hotel-miramare': [PRIVACY_IT.title, TERMS_IT.title],
  'hotel-bora-trieste': [PRIVACY_EN.title, TERMS_EN.title],
  'camping-la-pineta': [PRIVACY_EN.title, TERMS_EN.title],
  'biblioteca.san-vitale': [PRIVACY_IT.title],
  'garni-edelweiss-merano': [PRIVACY_DE.title],
};

export interface IntegrationPlan {
  name: string;
  description: string;
  host: string;
  motif: Motif;
  colour: string;
  privacy: string;
  /** Usernames of the resellers it is enabled for. */
  resellers: readonly string[];
  /** Hours since the last successful sync, or null if it failed, by name of the hotspots it is enabled on. */
  hotspots: Readonly<Record<string, number | null>>;
}

export const INTEGRATIONS: readonly IntegrationPlan[] = [
  {
    name: 'Chiavistello PMS',
    description: 'Gestionale alberghiero: camere, arrivi e partenze. Gli ospiti accedono con numero di camera e cognome.',
    host: 'chiavistello.example',
    motif: 'key',
    colour: '#9a3412',
    privacy: 'Chiavistello riceve nome, e-mail e date del soggiorno degli ospiti e li conserva per 24 mesi nell’Unione europea.',
    resellers: ['reseller', 'alpenfunk'],
    hotspots: { 'grand-hotel-miramare': 3, 'hotel-bora-trieste': 5, 'garni-edelweiss-merano': 26 },
  },
  {
    name: 'Voce Ospite',
    description: 'Recensioni: raccoglie i giudizi dopo il soggiorno e li pubblica sui portali di viaggio.',
    host: 'voceospite.example',
    motif: 'star',
    colour: '#a16207',
    privacy:
      'Voce Ospite riceve nome ed e-mail di chi ha acconsentito alle comunicazioni; ogni messaggio contiene il link per non riceverne altri.',
    resellers: ['reseller'],
    hotspots: { 'grand-hotel-miramare': null, 'camping-la-pineta': 9 },
  },
  {
    name: 'Rubrica CRM',
    description: 'Clienti e contatti: schede, etichette e campagne a partire dagli accessi WiFi.',
    host: 'rubrica-crm.example',
    motif: 'card',
    colour: '#1d4ed8',
    privacy: 'Rubrica CRM tratta nome, e-mail, telefono e Paese degli ospiti che hanno dato il consenso al marketing.',
    resellers: ['reseller'],
    hotspots: { 'centro-congressi-adria': 7, 'grand-hotel-miramare': 4 },
  },
  {
    name: 'Piccione Newsletter',
    description: 'Newsletter: iscrive gli ospiti che lo desiderano alla lista della struttura.',
    host: 'piccione.example',
    motif: 'letter',
    colour: '#7e22ce',
    privacy: 'Piccione riceve soltanto l’indirizzo e-mail di chi si iscrive.',
    resellers: ['reseller'],
    hotspots: {},
  },
];

/** Feedback e-mails of venues that send them; `$$URL$$` and `$$HOTSPOT$$` are filled in on sending. */
export const FEEDBACK_MAILS = {
  marketing_13_feedback_body_text:
    '<h2>Come procede il soggiorno?</h2><p>Bastano trenta secondi: la Sua opinione arriva direttamente in direzione.</p><p>$$URL$$</p><p>How is your stay going? Thirty seconds, straight to the manager.</p>',
  marketing_14_review_body_text:
    '<h2>Grazie di essere stati con noi</h2><p>Se Le è piaciuto, lo racconti ad altri viaggiatori:</p><p>$$URL$$</p><p>Thank you for staying with us. If you liked it, tell other travellers.</p>',
  marketing_15_feedback_subject_text: 'Il Suo soggiorno: $$HOTSPOT$$',
  marketing_16_review_subject_text: 'Grazie da $$HOTSPOT$$',
} as const;
