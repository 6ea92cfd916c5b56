import { Button, Empty, Flex } from 'antd';
import { FormattedMessage } from 'react-intl';
import { DRAWN, EmptyDrawing } from './EmptyDrawing';

type MessageId = FormatjsIntl.Message['ids'];

interface Step {
  label: MessageId;
  onClick: () => void;
  isDisabled?: boolean;
}

interface NothingHereProps {
  message: MessageId;
  values?: Record<string, string>;
  next?: Step | undefined;
  /** A second step to offer. */
  other?: Step | undefined;
}

/** An empty state, with the next step. */
export function NothingHere({ message, values, next, other }: NothingHereProps) {
  return (
    <Empty
      image={<EmptyDrawing kind="nothing" />}
      styles={DRAWN}
      description={<FormattedMessage id={message} {...(values && { values })} />}
    >
      {(next ?? other) && (
        <Flex gap={8} wrap justify="center">
          {next && (
            <Button type="primary" disabled={next.isDisabled ?? false} onClick={next.onClick}>
              <FormattedMessage id={next.label} />
            </Button>
          )}
          {other && (
            <Button onClick={other.onClick}>
              <FormattedMessage id={other.label} />
            </Button>
          )}
        </Flex>
      )}
    </Empty>
  );
}

/** A page past the last one: from an old link, or because the list has shrunk. */
export function NothingOnPage({ page, onLast }: { page: number; onLast: () => void }) {
  return (
    <Empty
      image={<EmptyDrawing kind="no_match" />}
      styles={DRAWN}
      description={<FormattedMessage id="list.no_such_page" values={{ page }} />}
    >
      <Button onClick={onLast}>
        <FormattedMessage id="list.last_page" />
      </Button>
    </Empty>
  );
}

/** No matches for a search, with a button that clears it. */
export function NothingMatches({ q, onClear }: { q: string; onClear: () => void }) {
  return (
    <Empty image={<EmptyDrawing kind="no_match" />} styles={DRAWN} description={<FormattedMessage id="list.no_match" values={{ q }} />}>
      <Button onClick={onClear}>
        <FormattedMessage id="list.clear_search" />
      </Button>
    </Empty>
  );
}
