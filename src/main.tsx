/**
 * The entry module, kept small: it requests everything that is needed first in parallel, so that no download waits for another file to
 * run.
 */
import { loadFrame } from './app/frame';
import { guessLanguage, guessShade, guessSignedIn } from './app/initialGuess';
import { loadFirstMessages } from './app/bundled';
import { showShade } from './app/shownShade';
import { loadConfig } from './shared/config';
import './app/app.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root"');
const beginning = import('./app/startConsole');
// With a dark theme the page would be light until the console is loaded.
showShade(guessShade());
const configured = loadConfig();
const language = guessLanguage();
if (guessSignedIn()) void loadFrame(language);
// A failed download is reported where the messages are needed, by the import there.
void loadFirstMessages(language).catch(() => undefined);
beginning
  .then(({ startConsole }) => startConsole(root, configured))
  .catch(() => {
    const notice = document.querySelector<HTMLTemplateElement>('#not-loaded');
    if (notice) root.replaceChildren(notice.content.cloneNode(true));
  });
