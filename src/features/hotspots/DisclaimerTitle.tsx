import { FormattedMessage } from 'react-intl';
import { useListDisclaimersQuery } from '../disclaimers/api';

/** The title of one of the owner's disclaimers; 0 is the default one. */
export function DisclaimerTitle({ ownerId, id }: { ownerId: number; id: number }) {
  const { data: disclaimers = [] } = useListDisclaimersQuery(ownerId);
  if (id === 0) return <FormattedMessage id="hotspots.default_disclaimer" />;
  return disclaimers.find((disclaimer) => disclaimer.id === id)?.title ?? id;
}
