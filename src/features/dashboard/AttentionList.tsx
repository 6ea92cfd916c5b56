import { Section } from '../../shared/ui/Section';
import { AlertLines } from './AlertLines';

/** What needs attention: what, where, since when, and a link. First on the dashboard, because it is what staff came for. */
export function AttentionList() {
  return (
    <Section title="attention.title">
      <AlertLines />
    </Section>
  );
}
