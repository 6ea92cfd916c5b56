import type { AccountPreference } from '../../contract/accounts';
import type { Disclaimer } from '../../contract/disclaimers';
import { isLost } from '../../shared/failure';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed';
import { Section } from '../../shared/ui/page/Section';
import { useDraftValues } from '../../shared/useDraftValues';
import { existingDisclaimer } from '../../shared/existingDisclaimer';
import { useListAccountPreferencesQuery, useListDisclaimersQuery, useUpdateAccountPreferencesMutation } from '../disclaimers/api';
import { DisclaimersPicker } from '../disclaimers/DisclaimersPicker';
import { LoadingRows } from '../../shared/ui/feedback/LoadingRows';

/** Chooses the account's default disclaimers; only shown if it has any (PRO-08). */
export function DefaultDisclaimers({ accountId }: { accountId: number }) {
  const disclaimers = useListDisclaimersQuery(accountId);
  const hasAny = (disclaimers.data?.length ?? 0) > 0;
  const preferences = useListAccountPreferencesQuery(accountId, { skip: !hasAny });
  const retry = () => {
    void disclaimers.refetch();
    if (hasAny) void preferences.refetch();
  };
  const hasFailed = isLost(disclaimers) || isLost(preferences);
  if (!hasAny && !hasFailed) return null;
  return (
    <Section title="profile.default_disclaimers">
      {hasFailed ? (
        <LoadFailed message="disclaimers.load_failed" onRetry={retry} />
      ) : disclaimers.data && preferences.data ? (
        <Choices accountId={accountId} disclaimers={disclaimers.data} preferences={preferences.data} />
      ) : (
        <LoadingRows rows={2} />
      )}
    </Section>
  );
}

const CHOICES = [
  { key: 'custom_disclaimers_privacy', type: 'privacy', label: 'hotspots.privacy_disclaimer' },
  { key: 'custom_disclaimers_terms', type: 'tos', label: 'hotspots.tos_disclaimer' },
] as const;
type Key = (typeof CHOICES)[number]['key'];

interface ChoicesProps {
  accountId: number;
  disclaimers: readonly Disclaimer[];
  preferences: readonly AccountPreference[];
}

function Choices({ accountId, disclaimers, preferences }: ChoicesProps) {
  const [update, { isLoading, error }] = useUpdateAccountPreferencesMutation();
  const saved = Object.fromEntries(
    CHOICES.map(({ key }) => [key, existingDisclaimer(preferences.find((preference) => preference.key === key)?.value, disclaimers)]),
  ) as Record<Key, number>;
  const { values: chosen, isRestored, choose, drop } = useDraftValues<Record<Key, number>>(`profile/disclaimers ${accountId}`, saved);
  const valueOf = (key: Key) => existingDisclaimer(chosen[key] ?? saved[key], disclaimers);
  return (
    <DisclaimersPicker
      choices={CHOICES.map(({ key, label, type }) => ({
        key,
        label,
        value: valueOf(key),
        disclaimers: [{ id: 0, title: '' }, ...disclaimers.filter((disclaimer) => disclaimer.type === type)],
      }))}
      onChoose={(key, id) => choose({ [key]: id })}
      isRestored={isRestored}
      onDiscard={drop}
      save={() => update({ id: accountId, changes: CHOICES.map(({ key }) => ({ key, value: String(valueOf(key)) })) })}
      isSaving={isLoading}
      error={error}
    />
  );
}
