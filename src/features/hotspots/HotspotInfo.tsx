import { CodeText, Facts } from '../../shared/ui/facts/Facts';
import { Moment } from '../../shared/ui/facts/Moment';
import { Section } from '../../shared/ui/page/Section';
import type { HotspotFacts } from './api';

/** Who runs the hotspot; for admins and resellers (HSP-13). */
export function HotspotInfo({ hotspot }: { hotspot: HotspotFacts }) {
  return (
    <Section title="hotspots.info">
      <Facts
        facts={[
          { label: 'hotspots.name', value: hotspot.name },
          { label: 'hotspots.uuid', value: <CodeText text={hotspot.uuid} /> },
          { label: 'hotspots.owner', value: hotspot.account_name },
          { label: 'hotspots.created', value: <Moment at={hotspot.created} /> },
          { label: 'hotspots.business_name', value: hotspot.business_name },
          { label: 'hotspots.business_vat', value: hotspot.business_vat },
          { label: 'hotspots.business_address', value: hotspot.business_address },
          { label: 'hotspots.business_email', value: hotspot.business_email },
          { label: 'hotspots.business_dpo', value: hotspot.business_dpo },
          { label: 'hotspots.business_dpo_mail', value: hotspot.business_dpo_mail },
        ]}
      />
    </Section>
  );
}
