import { Form, Input } from 'antd';
import { useMemo } from 'react';
import { FormattedMessage } from 'react-intl';
import { MAX_LENGTH } from '../../../contract/plain/wire';
import type { DialogProps } from '../../../shared/dialogs';
import { FormDialog, modifying } from '../../../shared/ui/dialog/FormDialog';
import { useFinish } from '../../../shared/ui/dialog/useFinish';
import type { Wording } from '../../../shared/ui/form/StaleAlert';
import { untilRead } from '../../../shared/ui/feedback/untilRead';
import { useGetHotspotQuery } from '../../hotspots/api';
import { useGetPaperTemplateQuery, useUpdatePaperTemplateMutation } from '../api';
import { LayoutField } from './LayoutField';
import { NEW_STUDIO, toForm, type StudioForm } from './studioForm';
import type { StudioLayout } from './studioHistory';
import { usePaperSettings } from '../usePaperSettings';
import { atMost, required } from '../../../shared/ui/form/rules';

/** Edits a template's elements, with a print preview. */
export function PrintStudioDialog({ args: { hotspotId, id }, onClose }: DialogProps<'vouchers/template'>) {
  const finish = useFinish(onClose);
  const [form] = Form.useForm<StudioForm>();
  const { data: hotspot } = useGetHotspotQuery(hotspotId);
  const { settings } = usePaperSettings(hotspotId);
  const stored = useGetPaperTemplateQuery(id, { refetchOnMountOrArgChange: true });
  const template = stored.data;
  const [update, { isLoading, error }] = useUpdatePaperTemplateMutation();
  const submit = async ({ name, layout, pictures }: StudioForm, etag: string) => {
    const template = { version: 1, ...layout, pictures: Object.fromEntries(shownPictures(layout, pictures)) } as const;
    return finish(await update({ id, change: { name: name.trim(), template }, etag }), 'paper.template_saved', { name: name.trim() });
  };
  const isReady = template !== undefined && hotspot !== undefined && settings !== undefined && !stored.isFetching;
  const modified = useMemo(() => (isReady ? modifying(template, toForm, WORDING) : undefined), [isReady, template]);
  return (
    <FormDialog<StudioForm>
      title="paper.studio"
      submit="common.save"
      isWide
      form={form}
      initialValues={NEW_STUDIO}
      firstField="name"
      onSubmit={submit}
      onClose={onClose}
      isRunning={isLoading}
      error={error}
      failure={{ title: 'paper.template_not_saved' }}
      refused={{ layout: 'paper.layout_refused' }}
      modified={modified}
      instead={untilRead({ ...stored, data: isReady ? template : undefined }, 'paper.template_not_read')}
    >
      <Form.Item<StudioForm> name="name" label={<FormattedMessage id="paper.template_name" />} rules={[required, atMost(MAX_LENGTH.text)]}>
        <Input />
      </Form.Item>
      <Form.Item<StudioForm> name="pictures" noStyle>
        <HiddenField />
      </Form.Item>
      {hotspot && settings && (
        <Form.Item<StudioForm> name="layout" noStyle>
          <LayoutField hotspot={hotspot} settings={settings} />
        </Form.Item>
      )}
    </FormDialog>
  );
}

/** The pictures in use. The form also holds pictures that undo may restore; an empty one has been removed. */
function shownPictures({ elements }: StudioLayout, pictures: StudioForm['pictures']): [name: string, url: string][] {
  const pictureNames = new Set(elements.flatMap((element) => (element.kind === 'picture' ? [element.picture] : [])));
  return Object.entries(pictures).filter(([picture, url]) => pictureNames.has(picture) && url !== '');
}

/** Placeholder for a form field without its own widget: pictures are edited with the selected element. */
function HiddenField() {
  return null;
}

/** How to display each field in a conflict with somebody else's change. */
const WORDING: Wording<StudioForm> = {
  labels: { name: 'paper.template_name', layout: 'paper.layout', pictures: 'paper.pictures' },
  values: {
    layout: ({ layout }) => <FormattedMessage id="paper.elements_count" values={{ count: layout.elements.length }} />,
    pictures: ({ layout, pictures }) => (
      <FormattedMessage id="paper.pictures_count" values={{ count: shownPictures(layout, pictures).length }} />
    ),
  },
};
