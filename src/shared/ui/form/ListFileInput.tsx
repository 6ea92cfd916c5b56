import type { RefObject } from 'react';
import { useIntl } from 'react-intl';

interface ListFileInputProps {
  /** Opened by a button: `ref.current?.click()`. */
  ref: RefObject<HTMLInputElement | null>;
  onChoose: (file: File) => void;
}

/** The browser's choice of a text file with a list. */
export function ListFileInput({ ref, onChoose }: ListFileInputProps) {
  const intl = useIntl();
  return (
    <input
      ref={ref}
      type="file"
      accept=".csv,.tsv,.txt,text/csv,text/plain"
      hidden
      aria-label={intl.formatMessage({ id: 'import.choose' })}
      onChange={({ target }) => {
        const [chosen] = target.files ?? [];
        if (chosen) onChoose(chosen);
        // Allows choosing the same file again after it has been corrected.
        target.value = '';
      }}
    />
  );
}
