import { startTransition, useEffect, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { serverAway } from '../shared/connection';
import type { Language } from '../shared/languages';
import { languageChosen, selectLanguage } from '../shared/preferences';
import { isReplaying } from '../shared/replaying';
import { loadChunk } from '../shared/staleChunks';

/**
 * Messages in the chosen language. While another language loads, the current one stays; if loading fails, the preference is reset to
 * it. `load` is null while these messages aren't visible.
 */
export function useMessages<W extends { language: Language }>(initialMessages: W, load: ((language: Language) => Promise<W>) | null): W {
  const dispatch = useDispatch();
  const language = useSelector(selectLanguage);
  const [messages, setMessages] = useState(initialMessages);
  useEffect(() => {
    let isCurrent = true;
    if (load && language !== messages.language)
      void loadChunk(() => load(language)).then(
        // All that is shown is rendered again: in slices, between which the page answers.
        (loaded) => isCurrent && startTransition(() => setMessages(loaded)),
        () => {
          // Replays must not change the state.
          if (!isCurrent || isReplaying()) return;
          dispatch(languageChosen(messages.language));
          dispatch(serverAway());
        },
      );
    return () => {
      isCurrent = false;
    };
  }, [dispatch, language, messages.language, load]);
  return messages;
}
