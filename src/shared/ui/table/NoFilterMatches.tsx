import { Button, Empty, Flex } from 'antd';
import { FormattedMessage } from 'react-intl';
import { DRAWN, EmptyDrawing } from '../feedback/EmptyDrawing';

type MessageId = FormatjsIntl.Message['ids'];

/** An active filter, and how to remove it. */
export interface Narrowing {
  clearText: MessageId;
  onClear: () => void;
}

/** The empty state of a filtered list, with a button to remove each filter. */
export function NoFilterMatches({ narrowings }: { narrowings: readonly Narrowing[] }) {
  return (
    <Empty image={<EmptyDrawing kind="no_match" />} styles={DRAWN} description={<FormattedMessage id="list.nothing_left" />}>
      <Flex gap={8} wrap justify="center">
        {narrowings.map(({ clearText, onClear }) => (
          <Button key={clearText} onClick={onClear}>
            <FormattedMessage id={clearText} />
          </Button>
        ))}
      </Flex>
    </Empty>
  );
}
