/**
 * Runs in the browser: the search of the documentation site. Its index comes with the site, as a script, so that it works without a server,
 * also from a local folder. It is loaded when somebody begins to search.
 */
import MiniSearch from 'minisearch';

/** @typedef {{ at: string, page: string, title: string, text: string }} Part */

const { lang, up } = document.documentElement.dataset;
const input = /** @type {HTMLInputElement | null} */ (document.querySelector('[role=search] input'));
const found = document.getElementById('found');
const SHOWN = 12;
/** @type {Promise<MiniSearch<Part>> | undefined} */
let index;

if (input && found) {
  const words = JSON.parse(found.dataset.words ?? '{}');
  const show = async () => {
    const wanted = input.value.trim();
    if (wanted === '') {
      found.replaceChildren();
      return;
    }
    index ??= loaded();
    const results = (await index).search(wanted).slice(0, SHOWN);
    // If the input has changed meanwhile, a later call shows its results.
    if (input.value.trim() !== wanted) return;
    found.replaceChildren(...results.map(lineOf));
    const count = document.createElement('p');
    count.setAttribute('role', 'status');
    count.textContent = results.length === 0 ? words.none : words.some;
    found.prepend(count);
  };
  input.addEventListener('input', () => void show());
  input.form?.addEventListener('submit', (event) => {
    event.preventDefault();
    found.querySelector('a')?.click();
  });
  input.form?.addEventListener('keydown', (event) => {
    const all = [input, ...found.querySelectorAll('a')];
    const at = all.indexOf(/** @type {HTMLElement & HTMLAnchorElement} */ (document.activeElement));
    if (event.key === 'Escape') {
      input.value = '';
      found.replaceChildren();
      input.focus();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      all.at((at + (event.key === 'ArrowDown' ? 1 : -1)) % all.length)?.focus();
    }
  });
  input.disabled = false;
}

/** @returns {Promise<MiniSearch<Part>>} */
function loaded() {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `${up ?? ''}texts-${lang ?? 'en'}.js`;
    script.addEventListener('load', () => {
      const fold = (/** @type {string} */ word) => word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
      const searchIndex = new MiniSearch({
        ...{ idField: 'at', fields: ['title', 'page', 'text'], storeFields: ['page', 'title'], processTerm: fold },
        searchOptions: { boost: { title: 4, page: 2 }, prefix: true, fuzzy: 0.15, combineWith: 'AND', processTerm: fold },
      });
      searchIndex.addAll(/** @type {any} */ (window).PORTICO_TEXTS);
      resolve(searchIndex);
    });
    script.addEventListener('error', () => reject(new Error(`no ${script.src}`)));
    document.head.append(script);
  });
}

/** @param {import('minisearch').SearchResult} result */
function lineOf({ id, page, title }) {
  const line = document.createElement('a');
  line.href = `${up ?? ''}${String(id)}`;
  line.textContent = title;
  if (page !== title) {
    const where = document.createElement('small');
    where.textContent = page;
    line.append(where);
  }
  return line;
}
