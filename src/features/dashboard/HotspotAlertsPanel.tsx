import { useSelector } from 'react-redux';
import { may } from '../../contract/plain/roles';
import { capabilities } from '../../shared/backEnd/capabilities';
import { Section } from '../../shared/ui/page/Section';
import { selectUser } from '../auth/slice';
import { AlertLines } from './AlertLines';
import { isAbout, useListAttentionQuery } from './api';

/** The alerts of a hotspot on its own page, snoozed ones on demand. Renders nothing if there are none. */
export function HotspotAlertsPanel({ hotspotId }: { hotspotId: number }) {
  const role = useSelector(selectUser)?.account_type;
  const isShown = capabilities().hasAttentionList && role !== undefined && may(role, 'attention.list');
  const { data = [] } = useListAttentionQuery(undefined, { skip: !isShown });
  if (!data.some(isAbout(hotspotId))) return null;
  return (
    <Section title="hotspots.state_trouble">
      <AlertLines hotspotId={hotspotId} />
    </Section>
  );
}
