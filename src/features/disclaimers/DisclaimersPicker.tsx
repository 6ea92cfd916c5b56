import type { SerializedError } from '@reduxjs/toolkit';
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query';
import { Button, Flex, Form, Select } from 'antd';
import { useId } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Disclaimer } from '../../contract/disclaimers';
import { FailureAlert } from '../../shared/ui/feedback/FailureAlert';
import { OutcomeSign, useOutcome } from '../../shared/ui/form/OutcomeSign';
import { RestoredDraft } from '../../shared/ui/form/RestoredDraft';
import spacingStyles from '../../shared/ui/page/spacing.module.css';

type Failed = FetchBaseQueryError | SerializedError;

interface DisclaimersPickerProps<K extends string> {
  choices: readonly {
    key: K;
    label: FormatjsIntl.Message['ids'];
    value: number;
    /** Id 0 is the default one. */
    disclaimers: readonly Pick<Disclaimer, 'id' | 'title'>[];
  }[];
  onChoose: (key: K, id: number) => void;
  /** The choice was restored from a draft; `onDiscard` drops it. */
  isRestored: boolean;
  onDiscard: () => void;
  save: () => Promise<{ error?: Failed | undefined }>;
  isSaving: boolean;
  error: Failed | undefined;
}

/** Chooses disclaimers, one of each kind, and saves them together. */
export function DisclaimersPicker<K extends string>(props: DisclaimersPickerProps<K>) {
  const { choices, onChoose, isRestored, onDiscard, save, isSaving, error } = props;
  const intl = useIntl();
  const id = useId();
  const [outcome, showOutcome] = useOutcome();

  const submit = async () => {
    if (isSaving) return;
    showOutcome(null);
    const answer = await save();
    showOutcome(answer.error ? 'failed' : 'saved');
  };
  return (
    <Form noValidate layout="vertical" onFinish={() => void submit()}>
      {isRestored && <RestoredDraft onDiscard={onDiscard} />}
      <div className="form-columns">
        {choices.map(({ key, label, value, disclaimers }) => (
          <Form.Item key={key} label={<FormattedMessage id={label} />} htmlFor={`${id}${key}`}>
            <Select<number>
              id={`${id}${key}`}
              value={value}
              options={disclaimers.map((disclaimer) => ({
                value: disclaimer.id,
                label: disclaimer.id === 0 ? intl.formatMessage({ id: 'hotspots.default_disclaimer' }) : disclaimer.title,
              }))}
              onChange={(chosen) => onChoose(key, chosen)}
            />
          </Form.Item>
        ))}
      </div>
      <Flex align="center" gap={8}>
        <Button type="primary" htmlType="submit" loading={isSaving}>
          <FormattedMessage id="disclaimers.update" />
        </Button>
        <OutcomeSign outcome={outcome} saved="disclaimers.updated" failed="disclaimers.not_updated" />
      </Flex>
      {error && (
        <div className={spacingStyles.above16}>
          <FailureAlert title="disclaimers.update_failed" error={error} isUntyped />
        </div>
      )}
    </Form>
  );
}
