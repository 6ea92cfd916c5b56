import type { RefObject } from 'react';
import { useIntl } from 'react-intl';

interface ListFileInputProps {
  /** A button opens the file dialog by `ref.current?.click()`. */
  ref: RefObject<HTMLInputElement | null>;
  onChoose: (file: File) => void;
}

/** A hidden file input for a text file that contains a list. */
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
