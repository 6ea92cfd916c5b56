import { useEffect, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { serverAway } from '../shared/connection';
import { remembered, selectLanguage, type Language } from '../shared/preferences';
import { isReplaying } from '../shared/replaying';
import { loadPart } from './lostFiles';

/**
 * The chosen language's messages. While another language loads, the current one stays, and for good if the server is away. `load`: null
 * while nobody sees these messages.
 */
export function useWords<W extends { language: Language }>(firstWords: W, load: ((language: Language) => Promise<W>) | null): W {
  const dispatch = useDispatch();
  const language = useSelector(selectLanguage);
  const [words, setWords] = useState(firstWords);
  useEffect(() => {
    let isCurrent = true;
    if (load && language !== words.language)
      void loadPart(() => load(language)).then(
        (loaded) => isCurrent && setWords(loaded),
        () => {
          // What is replayed is not changed.
          if (!isCurrent || isReplaying()) return;
          dispatch(remembered({ language: words.language }));
          dispatch(serverAway());
        },
      );
    return () => {
      isCurrent = false;
    };
  }, [dispatch, language, words.language, load]);
  return words;
}
