import { Tag } from 'antd';
import { useIntl } from 'react-intl';

/** An active filter, with a button that removes it. `name` is what that button says it removes, if shorter than `words`. */
export function FilterChip({ text, name = text, onRemove }: { text: string; name?: string; onRemove: () => void }) {
  const intl = useIntl();
  return (
    <Tag
      closable={{ 'aria-label': intl.formatMessage({ id: 'list.remove_filter' }, { filter: name }) }}
      onClose={(event) => {
        // Keep antd from hiding the chip: it disappears when the URL has changed.
        event.preventDefault();
        onRemove();
      }}
    >
      {text}
    </Tag>
  );
}
