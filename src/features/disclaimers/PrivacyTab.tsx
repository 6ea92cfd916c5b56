import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import { Button, Flex, Typography } from 'antd';
import { FormattedMessage, useIntl } from 'react-intl';
import { useSelector } from 'react-redux';
import type { Disclaimer, PrivacyPage } from '../../contract/disclaimers';
import { may } from '../../contract/plain/roles';
import { sanitizeHtml } from '../../shared/sanitizeHtml';
import { saveFile } from '../../shared/saveFile';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed';
import { Section } from '../../shared/ui/page/Section';
import { useDraftValues } from '../../shared/useDraftValues';
import { selectUser } from '../auth/slice';
import { useChooseDisclaimersMutation, type HotspotFacts } from '../hotspots/api';
import { DisclaimersPicker } from './DisclaimersPicker';
import { readable } from './readable';
import { useGetPrivacyPageQuery } from './api';
import { LoadingRows } from '../../shared/ui/feedback/LoadingRows';
import textStyles from '../../shared/ui/page/text.module.css';
import { classes } from '../../shared/ui/plain/classes';

/** The privacy notice and terms that a hotspot's guests see, and which ones to use. */
export function PrivacyTab({ hotspot }: { hotspot: HotspotFacts }) {
  const { data, isError, refetch } = useGetPrivacyPageQuery({ uuid: hotspot.uuid });
  if (!data && isError) return <LoadFailed message="disclaimers.load_failed" onRetry={refetch} />;
  if (!data) return <LoadingRows rows={8} />;
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
      <DisclaimerSection title="disclaimers.privacy" disclaimer={one(page.privacy_disclaimers, shown.privacy)} />
      <DisclaimerSection title="disclaimers.terms" disclaimer={one(page.tos_disclaimers, shown.tos)} />
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
  const [choose, { isLoading, error }] = useChooseDisclaimersMutation();
  const choices = [
    { key: 'privacy', label: 'hotspots.privacy_disclaimer', disclaimers: page.privacy_disclaimers },
    { key: 'tos', label: 'hotspots.tos_disclaimer', disclaimers: page.tos_disclaimers },
  ] as const;
  return (
    <Section title="disclaimers.which">
      <DisclaimersPicker
        choices={choices
          .filter(({ disclaimers }) => disclaimers.length > 1)
          .map((choice) => ({ ...choice, value: one(choice.disclaimers, shown[choice.key])?.id ?? 0 }))}
        onChoose={(key, id) => onChoose({ [key]: id })}
        isRestored={isRestored}
        onDiscard={onDiscard}
        save={() => choose({ id: hotspot.id, privacy_disclaimer_id: shown.privacy, tos_disclaimer_id: shown.tos })}
        isSaving={isLoading}
        error={error}
      />
    </Section>
  );
}

/** A disclaimer as guests see it. */
function DisclaimerSection({ title, disclaimer }: { title: FormatjsIntl.Message['ids']; disclaimer: Disclaimer | undefined }) {
  return (
    <Section title={title}>
      {disclaimer === undefined || disclaimer.body.trim() === '' ? (
        <Typography.Text type="secondary">
          <FormattedMessage id="disclaimers.no_text" />
        </Typography.Text>
      ) : (
        <div className={classes(textStyles.anywhere, 'written')} dangerouslySetInnerHTML={{ __html: sanitizeHtml(disclaimer.body) }} />
      )}
    </Section>
  );
}
