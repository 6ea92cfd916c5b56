import { Button, Empty } from 'antd';
import { FormattedMessage } from 'react-intl';

type MessageId = FormatjsIntl.Message['ids'];

/** An empty place that says so, and what the next step is. */
export function NothingHere({
  message,
  next,
}: {
  message: MessageId;
  next?: { label: MessageId; onClick: () => void; isDisabled?: boolean } | undefined;
}) {
  return (
    <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={<FormattedMessage id={message} />}>
      {next && (
        <Button type="primary" disabled={next.isDisabled ?? false} onClick={next.onClick}>
          <FormattedMessage id={next.label} />
        </Button>
      )}
    </Empty>
  );
}

/** A page behind the last one: an old link, or the list became shorter. */
export function NothingOnPage({ page, onLast }: { page: number; onLast: () => void }) {
  return (
    <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={<FormattedMessage id="list.no_such_page" values={{ page }} />}>
      <Button onClick={onLast}>
        <FormattedMessage id="list.last_page" />
      </Button>
    </Empty>
  );
}

/** Nothing matches a search: loosening it is one click. */
export function NothingMatches({ q, onClear }: { q: string; onClear: () => void }) {
  return (
    <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={<FormattedMessage id="list.no_match" values={{ q }} />}>
      <Button onClick={onClear}>
        <FormattedMessage id="list.clear_search" />
      </Button>
    </Empty>
  );
}
