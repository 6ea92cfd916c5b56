import { Section } from '../../shared/ui/page/Section';
import { AlertLines } from './AlertLines';

/** Alerts: what, where, since when, and a link. First on the dashboard, because staff came to see them. */
export function AttentionList() {
  return (
    <Section title="attention.title">
      <AlertLines />
    </Section>
  );
}
