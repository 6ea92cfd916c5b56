import { Tag } from 'antd';
import { useIntl } from 'react-intl';

/** A filter that is on, with a cross that removes it. `name`: what is removed, if shorter than the words. */
export function FilterChip({ words, name = words, onRemove }: { words: string; name?: string; onRemove: () => void }) {
  const intl = useIntl();
  return (
    <Tag
      style={{ margin: 0 }}
      closable={{ 'aria-label': intl.formatMessage({ id: 'list.remove_filter' }, { filter: name }) }}
      onClose={(event) => {
        // The chip disappears once the address has changed.
        event.preventDefault();
        onRemove();
      }}
    >
      {words}
    </Tag>
  );
}
