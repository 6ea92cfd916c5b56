import { DownloadOutlined } from '@ant-design/icons';
import { Button, Flex, Form, Select, Skeleton, Typography } from 'antd';
import { useId } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useSelector } from 'react-redux';
import type { Disclaimer, PrivacyPage } from '../../contract/disclaimers';
import { may } from '../../contract/roles';
import { sanitizeHtml } from '../../shared/sanitizeHtml';
import { saveFile } from '../../shared/saveFile';
import { FailureAlert } from '../../shared/ui/FailureAlert';
import { LoadFailed } from '../../shared/ui/LoadFailed';
import { OutcomeSign, useOutcome } from '../../shared/ui/OutcomeSign';
import { RestoredDraft } from '../../shared/ui/RestoredDraft';
import { Section } from '../../shared/ui/Section';
import { useDraftValues } from '../../shared/useDraftValues';
import { selectUser } from '../auth/slice';
import { useChooseDisclaimersMutation, type HotspotFacts } from '../hotspots/api';
import { readable } from './readable';
import { useGetPrivacyPageQuery } from './api';

/** The privacy notice and terms that a hotspot's guests see, and which ones to use. */
export function PrivacyTab({ hotspot }: { hotspot: HotspotFacts }) {
  const { data, isError, refetch } = useGetPrivacyPageQuery(hotspot.uuid);
  if (!data && isError) return <LoadFailed message="disclaimers.load_failed" onRetry={refetch} />;
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 8 }} />;
  return <Privacy key={hotspot.id} hotspot={hotspot} page={data} />;
}

type Choice = Record<'privacy' | 'tos', number>;

function Privacy({ hotspot, page }: { hotspot: HotspotFacts; page: PrivacyPage }) {
  const intl = useIntl();
  const user = useSelector(selectUser);
  const saved: Choice = { privacy: page.privacy_selected_id, tos: page.tos_selected_id };
  const { values: chosen, isRestored, choose, drop } = useDraftValues(`hotspots/disclaimers ${hotspot.id}`, saved);
  const shown = { ...saved, ...chosen };
  const isChoice = page.privacy_disclaimers.length > 1 || page.tos_disclaimers.length > 1;
  const mayChoose = isChoice && user !== null && may(user.account_type, 'hotspots.update');

  const download = () => {
    const texts = [
      ['disclaimers.privacy', 'disclaimers.privacy_file', one(page.privacy_disclaimers, saved.privacy)],
      ['disclaimers.terms', 'disclaimers.terms_file', one(page.tos_disclaimers, saved.tos)],
    ] as const;
    for (const [title, file, disclaimer] of texts) {
      const text = [`${intl.formatMessage({ id: title })} · ${hotspot.name}`, readable(disclaimer?.body ?? ''), ''].join('\n\n');
      saveFile(intl.formatMessage({ id: file }, { name: hotspot.name }), new Blob([text], { type: 'text/plain;charset=utf-8' }));
    }
  };
  return (
    <Flex vertical gap={16}>
      <Flex className="not-on-paper">
        <Button icon={<DownloadOutlined aria-hidden />} onClick={download}>
          <FormattedMessage id="disclaimers.download" />
        </Button>
      </Flex>
      {mayChoose && <Choosing hotspot={hotspot} page={page} shown={shown} onChoose={choose} onDiscard={drop} isRestored={isRestored} />}
      <Told title="disclaimers.privacy" disclaimer={one(page.privacy_disclaimers, shown.privacy)} />
      <Told title="disclaimers.terms" disclaimer={one(page.tos_disclaimers, shown.tos)} />
    </Flex>
  );
}

/** The chosen disclaimer; a deleted one falls back to the default. */
function one(disclaimers: readonly Disclaimer[], id: number): Disclaimer | undefined {
  return disclaimers.find((disclaimer) => disclaimer.id === id) ?? disclaimers.find((disclaimer) => disclaimer.id === 0);
}

interface ChoosingProps {
  hotspot: HotspotFacts;
  page: PrivacyPage;
  shown: Choice;
  onChoose: (change: Partial<Choice>) => void;
  onDiscard: () => void;
  isRestored: boolean;
}

/** Only shown if there is an alternative to the default (PRV-02). */
function Choosing({ hotspot, page, shown, onChoose, onDiscard, isRestored }: ChoosingProps) {
  const intl = useIntl();
  const id = useId();
  const [choose, { isLoading, error }] = useChooseDisclaimersMutation();
  const [outcome, showOutcome] = useOutcome();

  const update = async () => {
    if (isLoading) return;
    showOutcome(null);
    const answer = await choose({ id: hotspot.id, privacy_disclaimer_id: shown.privacy, tos_disclaimer_id: shown.tos });
    showOutcome(answer.error ? 'failed' : 'saved');
  };
  const selectors = [
    { type: 'privacy', label: 'hotspots.privacy_disclaimer', disclaimers: page.privacy_disclaimers },
    { type: 'tos', label: 'hotspots.tos_disclaimer', disclaimers: page.tos_disclaimers },
  ] as const;
  return (
    <Section title="disclaimers.which">
      <Form layout="vertical" onFinish={() => void update()}>
        {isRestored && <RestoredDraft onDiscard={onDiscard} />}
        <div className="form-columns">
          {selectors
            .filter(({ disclaimers }) => disclaimers.length > 1)
            .map(({ type, label, disclaimers }) => (
              <Form.Item key={type} label={<FormattedMessage id={label} />} htmlFor={`${id}${type}`}>
                <Select
                  id={`${id}${type}`}
                  value={one(disclaimers, shown[type])?.id ?? 0}
                  options={disclaimers.map((disclaimer) => ({
                    value: disclaimer.id,
                    label: disclaimer.id === 0 ? intl.formatMessage({ id: 'hotspots.default_disclaimer' }) : disclaimer.title,
                  }))}
                  onChange={(chosen: number) => onChoose({ [type]: chosen })}
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
    </Section>
  );
}

/** A disclaimer as guests see it. */
function Told({ title, disclaimer }: { title: FormatjsIntl.Message['ids']; disclaimer: Disclaimer | undefined }) {
  return (
    <Section title={title}>
      {disclaimer === undefined || disclaimer.body.trim() === '' ? (
        <Typography.Text type="secondary">
          <FormattedMessage id="disclaimers.no_text" />
        </Typography.Text>
      ) : (
        <div className="written" style={{ overflowWrap: 'anywhere' }} dangerouslySetInnerHTML={{ __html: sanitizeHtml(disclaimer.body) }} />
      )}
    </Section>
  );
}
