/** The first file, and a small one: it asks at once for everything that is needed first, so that nothing waits for another file to run. */
import { loadFrame } from './app/ahead';
import { guessLanguage, guessSignedIn } from './app/guesses';
import { WORD_FILES } from './app/wordFiles';
import { loadConfig } from './shared/config';
import './app/app.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root"');
const beginning = import('./app/begin');
const configured = loadConfig();
const language = guessLanguage();
if (guessSignedIn()) void loadFrame(language);
// If this fails, it fails again where it is needed.
void WORD_FILES[language].signIn().catch(() => undefined);
beginning
  .then(({ begin }) => begin(root, configured))
  .catch(() => {
    const notice = document.querySelector<HTMLTemplateElement>('#not-loaded');
    if (notice) root.replaceChildren(notice.content.cloneNode(true));
  });
