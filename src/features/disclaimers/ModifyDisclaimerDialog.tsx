import { Form } from 'antd';
import type { Disclaimer } from '../../contract/disclaimers';
import { LANGUAGE_NAMES } from '../../portal/texts';
import type { DialogProps } from '../../shared/dialogs';
import { FormDialog, modifying } from '../../shared/ui/dialog/FormDialog';
import { useFinish } from '../../shared/ui/dialog/useFinish';
import { untilRead } from '../../shared/ui/feedback/untilRead';
import type { Wording } from '../../shared/ui/form/StaleAlert';
import { readable } from './readable';
import { UsedBy } from './UsedBy';
import { useGetDisclaimerQuery, useListDisclaimerHotspotsQuery, useUpdateDisclaimerMutation } from './api';
import textStyles from '../../shared/ui/page/text.module.css';
import { type DisclaimerForm, inLanguages, TextFields, writtenIn } from './DisclaimerFields';

/** Edits a disclaimer, naming the hotspots that show it. Its type is fixed: hotspots chose it as privacy notice or terms. */
export function ModifyDisclaimerDialog({ args: { id, accountId }, onClose }: DialogProps<'disclaimers/modify'>) {
  const finish = useFinish(onClose);
  const [form] = Form.useForm<DisclaimerForm>();
  const stored = useGetDisclaimerQuery(id, { refetchOnMountOrArgChange: true });
  const disclaimer = stored.data;
  const { data: hotspots } = useListDisclaimerHotspotsQuery(id);
  const [update, { isLoading, error }] = useUpdateDisclaimerMutation();

  const submit = async ({ title, body, translations }: DisclaimerForm, etag: string) =>
    finish(
      await update({ id, change: { title: title.trim(), body, ...inLanguages(translations, disclaimer) }, etag }),
      'disclaimers.saved',
      { title: title.trim() },
    );
  return (
    <FormDialog<DisclaimerForm>
      title="disclaimers.modify"
      submit="common.save"
      isWide
      form={form}
      initialValues={{}}
      onSubmit={submit}
      onClose={onClose}
      isRunning={isLoading}
      error={error}
      failure={{ title: 'disclaimers.not_saved' }}
      modified={disclaimer && modifying(disclaimer, toForm, WORDING)}
      instead={untilRead(stored, 'disclaimers.load_failed')}
    >
      <UsedBy disclaimerId={id} message="disclaimers.used_changes" />
      <TextFields accountId={accountId} hotspotId={hotspots?.[0]?.id ?? 0} />
    </FormDialog>
  );
}

const toForm = ({ title, type, body, translations = {} }: Disclaimer): DisclaimerForm => ({ title, type, body, translations });

/** How to show each field in a conflict with somebody else's change. */
const WORDING: Wording<DisclaimerForm> = {
  labels: { title: 'disclaimers.text_title', body: 'disclaimers.body', translations: 'disclaimers.translations' },
  values: {
    body: ({ body }) => <span className={textStyles.preWrap}>{readable(body)}</span>,
    translations: ({ translations = {} }) => (
      <span className={textStyles.preWrap}>
        {writtenIn(translations)
          .map((language) => `${LANGUAGE_NAMES[language]}: ${readable(translations[language] ?? '')}`)
          .join('\n')}
      </span>
    ),
  },
};
