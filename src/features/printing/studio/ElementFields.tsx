import { Checkbox, ColorPicker, Flex, Form, Input, Radio, Select } from 'antd';
import { useId } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import {
  NAMED_COLOURS,
  PAPER_COLOUR,
  PAPER_FIELDS,
  PAPER_FONTS,
  PAPER_LIMITS,
  TEMPLATE_LIMITS,
  type CodeElement,
  type LineElement,
  type PaperElement,
  type PictureElement,
  type TextElement,
} from '../../../contract/plain/paperModel';
import { NumberInput } from '../../../shared/ui/form/NumberInput';
import { PictureField } from '../../../shared/ui/form/PictureField';
import type { StudioForm } from './studioForm';
import measuresStyles from '../measures.module.css';
import styles from './ElementFields.module.css';
import { classes } from '../../../shared/ui/plain/classes';

interface ElementFieldsProps<E> {
  element: E;
  onChange: (changed: PaperElement) => void;
}

/** The properties of one element. */
export function ElementFields({ element, onChange }: ElementFieldsProps<PaperElement>) {
  return (
    <>
      {element.kind === 'text' && <TextFields element={element} onChange={onChange} />}
      {element.kind === 'code' && <CodeFields element={element} onChange={onChange} />}
      {element.kind === 'line' && <Colour element={element} onChange={onChange} />}
      {element.kind === 'qr' && (
        <Chosen
          label="paper.qr_opens"
          value={element.opens}
          options={['any', 'network', 'portal'] as const}
          messageOf={(value) => `paper.opens_${value}`}
          onChange={(opens) => onChange({ ...element, opens })}
        />
      )}
      {element.kind === 'picture' && (
        <Form.Item<StudioForm> name="pictures" noStyle>
          <PictureOf element={element} onRename={(picture) => onChange({ ...element, picture })} />
        </Form.Item>
      )}
      {element.kind !== 'line' && (
        <Chosen
          label="paper.align"
          value={element.align}
          options={['left', 'centre', 'right'] as const}
          messageOf={(value) => `paper.align_${value}`}
          onChange={(align) => onChange({ ...element, align })}
        />
      )}
      <div className={measuresStyles.measures}>
        {(['x', 'y', 'width', 'height'] as const).map((side) => (
          <Measure
            key={side}
            label={`paper.element_${side}`}
            value={element[side]}
            min={side === 'x' || side === 'y' ? -PAPER_LIMITS.side[1] : 0.05}
            max={PAPER_LIMITS.side[1]}
            unit="mm"
            onChange={(value) => onChange({ ...element, [side]: value })}
          />
        ))}
      </div>
    </>
  );
}

function TextFields({ element, onChange }: ElementFieldsProps<TextElement>) {
  const intl = useIntl();
  const [textId, fieldId, fontId] = [useId(), useId(), useId()];
  return (
    <>
      <Form.Item htmlFor={textId} label={<FormattedMessage id="paper.text" />}>
        <Input.TextArea
          id={textId}
          autoSize={{ minRows: 1, maxRows: 4 }}
          maxLength={TEMPLATE_LIMITS.text}
          value={element.text}
          onChange={({ target }) => onChange({ ...element, text: target.value })}
        />
      </Form.Item>
      <Form.Item htmlFor={fieldId} label={<FormattedMessage id="paper.insert_field" />}>
        <Select
          id={fieldId}
          value={null}
          placeholder={intl.formatMessage({ id: 'paper.insert_field_which' })}
          options={PAPER_FIELDS.map((field) => ({ value: field, label: intl.formatMessage({ id: `paper.field_${field}` }) }))}
          onChange={(field: string | null) => field !== null && onChange({ ...element, text: `${element.text}{{${field}}}` })}
        />
      </Form.Item>
      <Flex gap={16} wrap>
        <Form.Item htmlFor={fontId} label={<FormattedMessage id="paper.font" />} className={classes(styles.field)}>
          <Select
            id={fontId}
            value={element.font}
            options={PAPER_FONTS.map((font) => ({
              value: font,
              label: font === 'portal' ? intl.formatMessage({ id: 'paper.font_portal' }) : font,
            }))}
            onChange={(font) => onChange({ ...element, font })}
          />
        </Form.Item>
        <Size element={element} onChange={onChange} />
      </Flex>
      <Form.Item>
        <Checkbox checked={element.bold} onChange={({ target }) => onChange({ ...element, bold: target.checked })}>
          <FormattedMessage id="paper.bold" />
        </Checkbox>
        <Checkbox
          checked={element.language === 'english'}
          onChange={({ target }) => onChange({ ...element, language: target.checked ? 'english' : 'guest' })}
        >
          <FormattedMessage id="paper.only_english" />
        </Checkbox>
      </Form.Item>
      <Colour element={element} onChange={onChange} />
    </>
  );
}

function CodeFields({ element, onChange }: ElementFieldsProps<CodeElement>) {
  return (
    <>
      <Size element={element} onChange={onChange} />
      <Form.Item>
        <Checkbox checked={element.grouped} onChange={({ target }) => onChange({ ...element, grouped: target.checked })}>
          <FormattedMessage id="paper.grouped" />
        </Checkbox>
      </Form.Item>
      <Colour element={element} onChange={onChange} />
    </>
  );
}

function Size({ element, onChange }: ElementFieldsProps<TextElement | CodeElement>) {
  const [min, max] = TEMPLATE_LIMITS.size;
  return (
    <Measure
      label="paper.type_size"
      value={element.size}
      min={min}
      max={max}
      unit="pt"
      onChange={(size) => onChange({ ...element, size })}
    />
  );
}

function Colour({ element, onChange }: ElementFieldsProps<TextElement | CodeElement | LineElement>) {
  const intl = useIntl();
  const id = useId();
  const isOwn = PAPER_COLOUR.test(element.colour);
  return (
    <Form.Item htmlFor={id} label={<FormattedMessage id="paper.colour" />}>
      <Flex gap={8}>
        <Select
          id={id}
          value={isOwn ? 'own' : element.colour}
          className={classes(styles.typeface)}
          options={([...NAMED_COLOURS, 'own'] as const).map((colour) => ({
            value: colour,
            label: intl.formatMessage({ id: `paper.colour_${colour}` }),
          }))}
          onChange={(colour) => onChange({ ...element, colour: colour === 'own' ? '#1f6feb' : colour })}
        />
        {isOwn && (
          <ColorPicker
            disabledAlpha
            value={element.colour}
            onChangeComplete={(colour) => onChange({ ...element, colour: colour.toHexString() })}
          />
        )}
      </Flex>
    </Form.Item>
  );
}

interface PictureOfProps {
  element: PictureElement;
  onRename: (picture: string) => void;
  value?: StudioForm['pictures'];
  onChange?: (pictures: StudioForm['pictures']) => void;
}

/** Maximum side of a picture in pixels: more than a printer can resolve on a voucher. */
const LONGEST_SIDE = 800;

/** Each chosen picture gets a new name, so that undo can restore the previous one. Unreferenced pictures aren't saved. */
function PictureOf({ element: { id: owner, picture }, onRename, value = {}, onChange }: PictureOfProps) {
  const intl = useIntl();
  const id = useId();
  return (
    <Form.Item htmlFor={id} label={<FormattedMessage id="paper.kind_picture" />}>
      <PictureField
        id={id}
        value={value[picture] ?? ''}
        name={intl.formatMessage({ id: 'paper.kind_picture' })}
        longestSide={LONGEST_SIDE}
        onChange={(url) => {
          const name = freeName(owner, value);
          onChange?.({ ...value, [name]: url });
          onRename(name);
        }}
      />
    </Form.Item>
  );
}

/** An unused picture name, at most 40 characters. */
function freeName(owner: string, pictures: StudioForm['pictures']): string {
  const prefix = owner.slice(0, 30);
  for (let number = 1; ; number += 1) {
    const name = `${prefix}-${number}`;
    if (!Object.hasOwn(pictures, name)) return name;
  }
}

type MessageId = FormatjsIntl.Message['ids'];

interface ChosenProps<V extends string> {
  label: MessageId;
  value: V;
  options: readonly V[];
  messageOf: (value: V) => MessageId;
  onChange: (value: V) => void;
}

function Chosen<V extends string>({ label, value, options, messageOf, onChange }: ChosenProps<V>) {
  return (
    <Form.Item label={<FormattedMessage id={label} />}>
      <Radio.Group
        value={value}
        options={options.map((option) => ({ value: option, label: <FormattedMessage id={messageOf(option)} /> }))}
        onChange={({ target }) => onChange(target.value as V)}
      />
    </Form.Item>
  );
}

interface MeasureProps {
  label: MessageId;
  value: number;
  min: number;
  max: number;
  unit: 'mm' | 'pt';
  onChange: (value: number) => void;
}

function Measure({ label, value, min, max, unit, onChange }: MeasureProps) {
  const id = useId();
  return (
    <Form.Item htmlFor={id} label={<FormattedMessage id={label} />}>
      <NumberInput
        id={id}
        value={value}
        range={[min, max]}
        step={0.5}
        suffix={unit}
        className={classes(styles.number)}
        onChange={(typed) => typed !== null && onChange(typed)}
      />
    </Form.Item>
  );
}
