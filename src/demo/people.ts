/**
 * Invented people: common names of their countries, e-mail domains that nobody can own (RFC 2606), and telephone numbers that are reserved
 * for fiction or have a zero where no subscriber number has one.
 */
import { between, chance, letters, pick, weighted, type Random } from './random';

interface Names {
  given: readonly string[];
  family: readonly string[];
}

const splitNames = (text: string) => text.split(' ');

const ITALIAN: Names = {
  given: splitNames(
    'Giulia Marco Francesca Alessandro Chiara Luca Martina Matteo Sofia Andrea Elena Davide Valentina Simone Alice Lorenzo Giorgia Federico ' +
      'Anna Riccardo Beatrice Stefano Camilla Tommaso Silvia Gabriele Laura Nicola Ilaria Emanuele Aurora Michele Caterina Filippo Noemi Paolo ' +
      'Ludovica Giacomo Irene Edoardo Margherita Pietro Serena Antonio Benedetta Fabio Eleonora Daniele Arianna Enrico Rachele Leonardo Bianca ' +
      'Samuele Marta Diego Lucia Giovanni Cecilia Salvatore Niccolò Vittoria Monica Roberto Teresa Claudio',
  ),
  family: splitNames(
    'Rossi Russo Ferrari Esposito Bianchi Romano Colombo Ricci Marino Greco Bruno Gallo Conti Costa Giordano Mancini Rizzo Lombardi Moretti ' +
      'Barbieri Fontana Santoro Mariani Rinaldi Caruso Ferrara Galli Martini Leone Longo Gentile Martinelli Vitale Lombardo Serra Coppola ' +
      'Marchetti Parisi Villa Conte Ferraro Ferri Fabbri Bianco Marini Grasso Valentini Messina Sala Gatti Pellegrini Palumbo Sanna Farina ' +
      'Rizzi Monti Cattaneo Morelli Amato Silvestri Mazza Guerra Bernardi Zanetti Casadei Zanardi Benedetti Orlandi Piras Neri Basile Cocco ' +
      'Battaglia Donati Pagano Sartori Furlan Cossutta Visintin Ceccarelli Montanari Zaccaria Tassinari Cortesi Nicolò Tosi Vecchi',
  ),
};

const GERMAN: Names = {
  given: splitNames(
    'Anna Lukas Jana Felix Jürgen Sabine Käthe Jörg Lena Maximilian Greta Stefan Björn Heike Sören Annika Matthias Ulrike Jonas Mareike',
  ),
  family: splitNames(
    'Müller Schäfer Weber Schröder Köhler Hoffmann Jäger Krüger Böhm Lange Vogt Groß Huber Steiner Moser Gruber Pichler Mayr Lindner Haas',
  ),
};

const FRENCH: Names = {
  given: splitNames(
    'Camille Théo Léa François Élodie Hugo Chloé Rémi Manon Mathéo Zoé Jérôme Inès Benoît Anaïs Loïc Margaux Étienne Amélie Sébastien',
  ),
  family: splitNames(
    'Martin Lefèvre Dubois Moreau Bélanger Girard Rousseau Lemaître Faure Gauthier Perrin Chevalier Noël Garnier Béranger Marchand',
  ),
};

const ENGLISH: Names = {
  given: splitNames(
    'Emily Oliver Charlotte Harry Sophie George Hannah William Isla James Megan Thomas Grace Callum Eleanor Liam Niamh Patrick',
  ),
  family: splitNames(
    "Walker Bennett Hughes Clarke O'Brien Foster Bailey Cooper Murphy Reid Marshall Ellis Harrison Webb O'Connor Doyle Fletcher",
  ),
};

const POLISH: Names = {
  given: splitNames('Agnieszka Paweł Katarzyna Michał Zofia Łukasz Małgorzata Tomasz Joanna Wojciech Ewa Krzysztof'),
  family: splitNames('Kowalczyk Nowak Wójcik Woźniak Mazur Kaczmarek Zając Wróbel Stępień Dudek Pawlak Jóźwiak'),
};

const DUTCH: Names = {
  given: splitNames('Sanne Daan Femke Bram Lotte Jeroen Maaike Thijs Anouk Pieter Esmée Ruben'),
  family: ['de Vries', 'van Dijk', 'Bakker', 'Visser', 'Smit', 'Mulder', 'van den Berg', 'Hendriks', 'Dekker', 'Brouwer', 'van Leeuwen'],
};

const CZECH: Names = {
  given: splitNames('Jiří Tomáš Ondřej Václav Matěj Zdeněk Jakub Vojtěch Štěpán Luboš'),
  family: splitNames('Dvořák Svoboda Procházka Kučera Veselý Horák Němec Pokorný Růžička Beneš Fiala Šimek'),
};

const SLOVENE: Names = {
  given: splitNames('Nina Matej Maja Luka Špela Rok Katja Žiga Tjaša Blaž Urška Jernej'),
  family: splitNames('Novak Horvat Kovačič Zupančič Potočnik Mlakar Kos Vidmar Golob Turk Božič Kralj'),
};

const CROATIAN: Names = {
  given: splitNames('Ivana Marko Petra Ante Lucija Josip Marija Domagoj Ana Hrvoje Dunja Tomislav'),
  family: splitNames('Horvat Kovačević Babić Marić Jurić Knežević Vuković Matić Božić Perić Šarić Đurić'),
};

const SPANISH: Names = {
  given: splitNames('Lucía Álvaro Marta Sergio Inés Javier Nuria Andrés Begoña Iñigo Rocío Adrián'),
  family: splitNames('García Fernández Núñez Muñoz Jiménez Álvarez Romero Ibáñez Peña Ortega Castro Gutiérrez'),
};

const SWEDISH: Names = {
  given: splitNames('Elin Anders Linnéa Johan Åsa Erik Ebba Mårten Sara Göran Maja Oskar'),
  family: splitNames('Lindström Bergström Sjöberg Åkesson Nyström Engström Hedlund Öberg Sandberg Wallin'),
};

const HUNGARIAN: Names = {
  given: splitNames('Eszter Gábor Zsófia László Réka Balázs Ágnes Márton Orsolya Péter'),
  family: splitNames('Nagy Kovács Szabó Horváth Tóth Kiss Molnár Németh Farkas Lukács'),
};

const ROMANIAN: Names = {
  given: splitNames('Andreea Ionuț Raluca Ștefan Ioana Mihai Bianca Răzvan Elena Cătălin'),
  family: splitNames('Popescu Ionescu Munteanu Stănescu Dumitru Gheorghe Rusu Lazăr Moldovan Țîrlea'),
};

const JAPANESE: Names = {
  given: splitNames('Haruka Kenji Yui Takumi Sakura Daichi Akiko Hiroshi Mei Shota'),
  family: splitNames('Tanaka Suzuki Takahashi Watanabe Kobayashi Nakamura Yoshida Yamamoto Mori Fujita'),
};

/** Countries of guests, with the prefixes of their telephone numbers and the number of digits after them. */
const COUNTRIES = {
  IT: {
    names: ITALIAN,
    phones: ['+3932800', '+3933300', '+3933800', '+3934000', '+3934700', '+3934900', '+3936600', '+3939200'],
    digits: 5,
  },
  DE: { names: GERMAN, phones: ['+4915100', '+4917500'], digits: 6 },
  AT: { names: GERMAN, phones: ['+4366400', '+4367600'], digits: 6 },
  CH: { names: GERMAN, phones: ['+417600', '+417900'], digits: 5 },
  FR: { names: FRENCH, phones: ['+33639980'], digits: 3 },
  BE: { names: FRENCH, phones: ['+324700', '+324860'], digits: 5 },
  GB: { names: ENGLISH, phones: ['+447700900'], digits: 3 },
  IE: { names: ENGLISH, phones: ['+3538600', '+3538700'], digits: 5 },
  US: { names: ENGLISH, phones: ['+120255501', '+131255501', '+141555501'], digits: 2 },
  PL: { names: POLISH, phones: ['+4850100', '+4860200'], digits: 5 },
  NL: { names: DUTCH, phones: ['+31600', '+31650'], digits: 6 },
  CZ: { names: CZECH, phones: ['+42060200', '+42072300'], digits: 5 },
  SI: { names: SLOVENE, phones: ['+3863100', '+3864100'], digits: 4 },
  HR: { names: CROATIAN, phones: ['+3859100', '+3859800'], digits: 5 },
  ES: { names: SPANISH, phones: ['+3460000', '+3467000'], digits: 5 },
  SE: { names: SWEDISH, phones: ['+46701740'], digits: 3 },
  HU: { names: HUNGARIAN, phones: ['+362000', '+363000'], digits: 5 },
  RO: { names: ROMANIAN, phones: ['+4072200', '+4074500'], digits: 5 },
  JP: { names: JAPANESE, phones: ['+819000', '+818000'], digits: 6 },
} as const satisfies Record<string, { names: Names; phones: readonly string[]; digits: number }>;

export type Country = keyof typeof COUNTRIES;

const MAIL_DOMAINS: Partial<Record<Country, readonly string[]>> = {
  IT: ['posta.example', 'posta.example', 'lettera.example'],
  DE: ['postfach.example'],
  AT: ['postfach.example'],
  CH: ['postfach.example'],
  FR: ['courriel.example'],
  BE: ['courriel.example'],
  ES: ['correo.example'],
};
const ANY_MAIL_DOMAIN = ['example.com', 'example.net', 'example.org', 'mail.example', 'webmail.example'];

/** Reason for travelling, as stated by a guest. */
export type Reason = 'business' | 'family' | 'other';

export interface Person {
  name: string;
  email: string;
  phone: string;
  country: Country;
}

/** Invents a person from one of the weighted countries. E-mail address and telephone number may be taken. */
export function person(random: Random, countries: Readonly<Partial<Record<Country, number>>>): Person {
  const country = weighted(random, countries);
  const { names, phones, digits } = COUNTRIES[country];
  const given = pick<string>(random, names.given);
  const family = pick<string>(random, names.family);
  return {
    name: `${given} ${family}`,
    email: `${mailName(random, plain(given), plain(family))}@${mailDomain(random, country)}`,
    phone: pick<string>(random, phones) + letters(random, '0123456789', digits),
    country,
  };
}

function mailName(random: Random, given: string, family: string): string {
  const year = String(between(random, 55, 99));
  const forms = [
    `${given}.${family}`,
    `${given}.${family}`,
    `${given}${family}`,
    `${given.charAt(0)}.${family}`,
    `${family}.${given}`,
    `${given}_${family}`,
  ];
  return pick(random, forms) + (chance(random, 0.35) ? year : '');
}

function mailDomain(random: Random, country: Country): string {
  const own = MAIL_DOMAINS[country];
  return own && chance(random, 0.6) ? pick(random, own) : pick(random, ANY_MAIL_DOMAIN);
}

/** Letters that Unicode normalization doesn't decompose. */
const SINGLE_LETTERS: Readonly<Record<string, string>> = { ß: 'ss', ł: 'l', đ: 'd', ø: 'o', æ: 'ae' };

/** A name as in an e-mail address: lower case, no accents, spaces or apostrophes. */
function plain(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[ßłđøæ]/g, (letter) => SINGLE_LETTERS[letter] ?? '')
    .replaceAll(/[^a-z]/g, '');
}
