import { capabilities } from '../../shared/backEnd/capabilities';
import { Section } from '../../shared/ui/page/Section';
import { useMay } from '../auth/useMay';
import { AlertLines } from './AlertLines';
import { isAbout, useListAttentionQuery } from './api';

/** The alerts of a hotspot on its own page, snoozed ones on demand. Renders nothing if there are none. */
export function HotspotAlertsPanel({ hotspotId }: { hotspotId: number }) {
  const isShown = useMay('attention.list') && capabilities().hasAttentionList;
  const { data = [] } = useListAttentionQuery(undefined, { skip: !isShown });
  if (!data.some(isAbout(hotspotId))) return null;
  return (
    <Section title="hotspots.state_trouble">
      <AlertLines hotspotId={hotspotId} />
    </Section>
  );
}
