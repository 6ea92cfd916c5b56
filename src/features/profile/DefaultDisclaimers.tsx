import { Button, Flex, Form, Select, Skeleton } from 'antd';
import { useId } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { AccountPreference } from '../../contract/accounts';
import type { Disclaimer } from '../../contract/disclaimers';
import { isLost } from '../../shared/failure';
import { FailureAlert } from '../../shared/ui/FailureAlert';
import { LoadFailed } from '../../shared/ui/LoadFailed';
import { OutcomeSign, useOutcome } from '../../shared/ui/OutcomeSign';
import { RestoredDraft } from '../../shared/ui/RestoredDraft';
import { Section } from '../../shared/ui/Section';
import { useDraftValues } from '../../shared/useDraftValues';
import { existingDisclaimer } from '../../shared/existingDisclaimer';
import { useListAccountPreferencesQuery, useListDisclaimersQuery, useUpdateAccountPreferencesMutation } from '../accounts/api';

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
        <Skeleton active title={false} paragraph={{ rows: 2 }} />
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
  const intl = useIntl();
  const id = useId();
  const [outcome, showOutcome] = useOutcome();
  const [update, { isLoading, error }] = useUpdateAccountPreferencesMutation();
  const saved = Object.fromEntries(
    CHOICES.map(({ key }) => [key, existingDisclaimer(preferences.find((preference) => preference.key === key)?.value, disclaimers)]),
  ) as Record<Key, number>;
  const { values: chosen, isRestored, choose, drop } = useDraftValues<Record<Key, number>>(`profile/disclaimers ${accountId}`, saved);
  const offered = CHOICES.map((choice) => ({ ...choice, texts: disclaimers.filter(({ type }) => type === choice.type) }));
  const valueOf = (key: Key) => existingDisclaimer(chosen[key] ?? saved[key], disclaimers);

  const save = async () => {
    if (isLoading) return;
    showOutcome(null);
    const changes = CHOICES.map(({ key }) => ({ key, value: String(valueOf(key)) }));
    const answer = await update({ id: accountId, changes });
    showOutcome(answer.error ? 'failed' : 'saved');
  };
  return (
    <Form layout="vertical" onFinish={() => void save()}>
      {isRestored && <RestoredDraft onDiscard={drop} />}
      <div className="form-columns">
        {offered.map(({ key, label, texts }) => (
          <Form.Item key={key} label={<FormattedMessage id={label} />} htmlFor={`${id}${key}`}>
            <Select<number>
              id={`${id}${key}`}
              value={valueOf(key)}
              options={[
                { value: 0, label: intl.formatMessage({ id: 'hotspots.default_disclaimer' }) },
                ...texts.map((text) => ({ value: text.id, label: text.title })),
              ]}
              onChange={(value) => choose({ [key]: value })}
            />
          </Form.Item>
        ))}
      </div>
      <Flex align="center" gap={8}>
        <Button type="primary" htmlType="submit" loading={isLoading}>
          <FormattedMessage id="disclaimers.update" />
        </Button>
        <OutcomeSign outcome={outcome} saved="disclaimers.updated" failed="disclaimers.not_updated" />
      </Flex>
      {error && (
        <div style={{ marginTop: 16 }}>
          <FailureAlert title="disclaimers.update_failed" error={error} isUntyped />
        </div>
      )}
    </Form>
  );
}
