import SearchOutlined from '@ant-design/icons/SearchOutlined';
import { Alert, Flex, Input, Typography } from 'antd';
import { useRef, useState, type KeyboardEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useNavigate } from 'react-router-dom';
import type { FoundItem } from '../../contract/find';
import { FOUND_AT_MOST } from '../../contract/wire';
import { paths } from '../../shared/paths';
import type { DialogProps, DialogsOf } from '../../shared/dialogs';
import { Dialog } from '../../shared/ui/dialog/Dialog';
import { useDebouncedValue } from '../../shared/useDebouncedValue';
import { FoundVoucher } from '../vouchers/FoundVoucher';
import { LostTicketButton } from '../counter/LostTicketButton';
import { FoundStatus } from './FoundStatus';
import { useFindQuery } from './api';

declare module '../../shared/dialogs' {
  interface DialogTable {
    'find/anything': null;
  }
}

/** Debounce of the search, in milliseconds. */
const PAUSE = 150;

const KINDS = {
  guest: { title: 'guests.title', to: ({ id, archived }) => paths.guest.to(id, archived ?? false) },
  voucher: { title: 'vouchers.title', to: ({ hotspot_id, title }) => paths.hotspot.toVoucher(hotspot_id, title) },
  hotspot: { title: 'hotspots.title', to: ({ id }) => paths.hotspot.to(id) },
  unit: { title: 'units.title', to: ({ id }) => paths.unit.to(id) },
  account: { title: 'accounts.title', to: ({ id }) => paths.account.to(id) },
} as const satisfies Record<FoundItem['kind'], { title: FormatjsIntl.Message['ids']; to: (item: FoundItem) => string }>;

/** Global search by part of a name: Enter opens the first result, the arrow keys move between results. */
export function FindDialog({ onClose }: DialogProps<'find/anything'>) {
  const intl = useIntl();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const wanted = typed.trim();
  const q = useDebouncedValue(wanted, PAUSE);
  const found = useFindQuery(q, { skip: q === '', refetchOnMountOrArgChange: true });
  // Don't offer results of an earlier query.
  const items = q === wanted ? found.currentData : undefined;
  const results = useRef<HTMLDivElement>(null);

  const openFirst = () => {
    const [first] = items ?? [];
    if (!first) return;
    onClose();
    void navigate(KINDS[first.kind].to(first));
  };
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const box = event.currentTarget.closest('[role="dialog"]')?.querySelector('input');
    const stops = [box, ...(results.current?.querySelectorAll('a') ?? [])].filter((stop) => stop instanceof HTMLElement);
    const place = stops.findIndex((stop) => stop === event.currentTarget);
    stops[(place + step + stops.length) % stops.length]?.focus();
  };

  return (
    <Dialog title={<FormattedMessage id="find.title" />} footer={null} onCancel={onClose}>
      <Flex vertical gap={12}>
        <Input
          autoFocus
          role="searchbox"
          size="large"
          value={typed}
          prefix={<SearchOutlined aria-hidden />}
          aria-label={intl.formatMessage({ id: 'find.title' })}
          placeholder={intl.formatMessage({ id: 'find.what' })}
          onChange={({ target }) => setTyped(target.value)}
          onPressEnter={openFirst}
          onKeyDown={move}
        />
        {found.isError && q !== '' ? (
          <Alert type="error" showIcon role="alert" title={<FormattedMessage id="find.failed" />} />
        ) : (
          <Typography.Text type="secondary" role="status">
            {wanted === '' ? (
              <FormattedMessage id="find.how" />
            ) : items ? (
              <FormattedMessage id="find.count" values={{ count: items.length }} />
            ) : (
              <FormattedMessage id="find.searching" />
            )}
          </Typography.Text>
        )}
        <div ref={results}>
          {Object.entries(KINDS).map(([kind, { title, to }]) => {
            const ofKind = items?.filter((item) => item.kind === kind) ?? [];
            if (ofKind.length === 0) return null;
            return (
              <section key={kind} aria-label={intl.formatMessage({ id: title })}>
                <Typography.Text strong className="soft">
                  <FormattedMessage id={title} />
                </Typography.Text>
                <ul className="found">
                  {ofKind.map((item) => (
                    <li key={`${item.archived ? 'archived' : ''} ${String(item.id)}`}>
                      <Link to={to(item)} onClick={onClose} onKeyDown={move}>
                        <bdi className="clipped">{item.title}</bdi>
                        <bdi className="clipped soft">{item.subtitle}</bdi>
                        {item.voucher && <FoundVoucher voucher={item.voucher} now={found.fulfilledTimeStamp ?? 0} />}
                        <FoundStatus item={item} />
                      </Link>
                      {item.voucher && (
                        <LostTicketButton
                          voucher={{ id: item.id, code: item.title, expires: item.voucher.expires }}
                          now={found.fulfilledTimeStamp ?? 0}
                        />
                      )}
                    </li>
                  ))}
                </ul>
                {kind === 'guest' && ofKind.length === FOUND_AT_MOST && (
                  <Link to={paths.guests.matching(q)} onClick={onClose} onKeyDown={move}>
                    <FormattedMessage id="find.all_guests" values={{ q }} />
                  </Link>
                )}
              </section>
            );
          })}
        </div>
      </Flex>
    </Dialog>
  );
}

export const findDialogs: DialogsOf<'find'> = { 'find/anything': FindDialog };
