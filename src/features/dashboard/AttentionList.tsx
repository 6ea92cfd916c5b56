import { CheckCircleOutlined, ClusterOutlined, MessageOutlined, SafetyOutlined, SyncOutlined, WifiOutlined } from '@ant-design/icons';
import { Button, Flex, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import type { AttentionItem } from '../../contract/stats';
import { isLost } from '../../shared/failure';
import { paths } from '../../shared/paths';
import { LoadFailed } from '../../shared/ui/LoadFailed';
import { Moment } from '../../shared/ui/Moment';
import { Section } from '../../shared/ui/Section';
import { selectUser } from '../auth/slice';
import { useListAttentionQuery } from './api';

/** Lines shown before "show all". */
const MOST = 8;

/** What needs attention: what, where, since when, and a link. First on the dashboard, because it is what staff came for. */
export function AttentionList() {
  const attention = useListAttentionQuery();
  const { data: items = [], isLoading, refetch } = attention;
  const hasFailed = isLost(attention);
  const [isWhole, setWhole] = useState(false);
  return (
    <Section title="attention.title">
      {isLoading && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
      {hasFailed && <LoadFailed message="attention.load_failed" onRetry={refetch} />}
      {!isLoading && !hasFailed && items.length === 0 && (
        <Flex gap={8} align="center">
          <CheckCircleOutlined aria-hidden style={{ color: 'var(--success)' }} />
          <FormattedMessage id="attention.none" />
        </Flex>
      )}
      {!hasFailed && (
        <ul style={{ listStyle: 'none', margin: 0, padding: 0 }}>
          {items.slice(0, isWhole ? undefined : MOST).map((item) => (
            <AttentionLine key={keyOf(item)} item={item} />
          ))}
        </ul>
      )}
      {!hasFailed && !isWhole && items.length > MOST && (
        <Button type="link" style={{ paddingInline: 0 }} onClick={() => setWhole(true)}>
          <FormattedMessage id="attention.more" values={{ count: items.length - MOST }} />
        </Button>
      )}
    </Section>
  );
}

function AttentionLine({ item }: { item: AttentionItem }) {
  const user = useSelector(selectUser);
  const { icon, text } = wordsOf(item);
  const to = placeOf(item, user?.id);
  return (
    <li className="attention-line">
      <Flex gap="0 12px" align="center" justify="space-between" wrap>
        <Flex gap={12} align="center" style={{ minWidth: 0 }}>
          <span style={{ color: 'var(--warning)' }}>{icon}</span>
          <span style={{ overflowWrap: 'anywhere' }}>{text}</span>
        </Flex>
        {to && (
          <Link to={to}>
            <FormattedMessage id={item.kind === 'privacy_missing' ? 'attention.open_profile' : 'attention.open_hotspot'} />
          </Link>
        )}
      </Flex>
    </li>
  );
}

function wordsOf(item: AttentionItem): { icon: ReactNode; text: ReactNode } {
  switch (item.kind) {
    case 'sms_near_limit': {
      const { account_name: name, sms_count: sent, sms_max_count: maximum } = item;
      const id = sent >= maximum ? 'attention.sms_spent' : 'attention.sms_near_limit';
      return { icon: <MessageOutlined aria-hidden />, text: <FormattedMessage id={id} values={{ name, maximum, left: maximum - sent }} /> };
    }
    case 'sync_failed':
      return {
        icon: <SyncOutlined aria-hidden />,
        text: <FormattedMessage id="attention.sync_failed" values={{ integration: item.integration_name, hotspot: item.hotspot_name }} />,
      };
    case 'units_silent': {
      const { hotspot_name: hotspot, silent, units, since } = item;
      const id = since === null ? 'attention.units_never' : 'attention.units_silent';
      return {
        icon: <WifiOutlined aria-hidden />,
        text: <FormattedMessage id={id} values={{ hotspot, silent, units, since: <Moment at={since} /> }} />,
      };
    }
    case 'proxy_not_named':
      return {
        icon: <ClusterOutlined aria-hidden />,
        text: <FormattedMessage id="attention.proxy_not_named" values={{ address: item.address }} />,
      };
    case 'privacy_missing':
      return {
        icon: <SafetyOutlined aria-hidden />,
        text: <FormattedMessage id="attention.privacy_missing" values={{ name: item.account_name }} />,
      };
  }
}

function keyOf(item: AttentionItem): string {
  if (item.kind === 'proxy_not_named') return item.kind;
  return [item.kind, 'hotspot_id' in item ? item.hotspot_id : item.account_id, 'integration_id' in item ? item.integration_id : 0].join(
    '-',
  );
}

/** Where it can be fixed: the hotspot or one's own profile; null for other managers. */
function placeOf(item: AttentionItem, ownId: number | undefined): string | null {
  if ('hotspot_id' in item) return paths.hotspot.to(item.hotspot_id);
  return item.kind === 'privacy_missing' && item.account_id === ownId ? paths.profile.to() : null;
}
