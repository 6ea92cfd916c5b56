import { BUSINESS_FIELDS } from '../../contract/plain/hotspotFields';
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
          ...BUSINESS_FIELDS.map((field) => ({ label: `hotspots.${field}` as const, value: hotspot[field] })),
        ]}
      />
    </Section>
  );
}
