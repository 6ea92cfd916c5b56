import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import UploadOutlined from '@ant-design/icons/UploadOutlined';
import { Alert, Button, Flex, Upload } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { MAX_IMAGE } from '../../../contract/plain/wire';
import { bytesIn, MAX_PICTURE_BYTES, readPicture, sourceOf, type PictureRefusal } from '../../picture';
import { shrunk } from '../../shrink';
import { isUnreadable } from '../../unreadable';
import styles from './PictureField.module.css';

const REFUSALS: Record<PictureRefusal, FormatjsIntl.Message['ids']> = {
  not_read: 'file.not_read',
  not_supported: 'captive.not_supported',
  damaged: 'captive.damaged',
  too_large: 'captive.upload_file_exceed',
  too_many_pixels: 'captive.too_many_pixels',
};

const kilobytes = (bytes: number) => Math.floor(bytes / 1024);

interface PictureFieldProps {
  id: string;
  value: string;
  /** Name of the picture for screen readers. */
  name: string;
  /** Maximum length, in pixels, of a shrunk picture's longest side. */
  longestSide: number;
  onChange: (value: string) => void;
}

/** Takes a picture by file dialog or drag and drop. A refused file keeps the previous picture and says why (CPT-10). */
export function PictureField({ id, value, name, longestSide, onChange }: PictureFieldProps) {
  const intl = useIntl();
  const [refused, setRefused] = useState<{ file: File; why: PictureRefusal } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const latest = useRef<unknown>(null);
  useEffect(() => () => void (latest.current = null), []);

  /** Only the last file chosen counts, even if an earlier one finishes after it. */
  const take = async (file: File, read: () => Promise<{ picture: string } | { refusal: PictureRefusal }>) => {
    const turn = (latest.current = {});
    setBusy(true);
    const outcome = await read().catch((error: unknown) => ({
      refusal: isUnreadable(error) ? ('not_read' as const) : ('damaged' as const),
    }));
    if (latest.current !== turn) return;
    setBusy(false);
    if ('picture' in outcome) {
      setRefused(null);
      onChange(outcome.picture);
    } else {
      setRefused({ file, why: outcome.refusal });
    }
  };
  const shrink = async (file: File) => {
    const picture = await shrunk(file, longestSide);
    return picture === null ? { refusal: 'damaged' as const } : { picture };
  };

  const mayShrink = refused?.why === 'too_large' || refused?.why === 'too_many_pixels';
  const source = sourceOf(value);
  return (
    <Flex vertical gap={8}>
      {source !== null && (
        <Flex gap={12} align="center">
          <img className={styles.chosenPicture} src={source} alt={intl.formatMessage({ id: 'captive.chosen' }, { name })} />
          <span className="soft">
            <FormattedMessage id="captive.size" values={{ size: Math.ceil(bytesIn(value) / 1024) }} />
          </span>
          <Button icon={<DeleteOutlined aria-hidden />} onClick={() => onChange('')}>
            <FormattedMessage
              id="captive.remove"
              values={{
                name,
                spoken: (text) => (
                  <span key="spoken" className="only-heard">
                    {text}
                  </span>
                ),
              }}
            />
          </Button>
        </Flex>
      )}
      <Upload.Dragger
        id={id}
        // Anything else that is dropped is refused with a reason, too.
        accept={{ format: '.png,.jpg,.jpeg,image/png,image/jpeg', filter: 'native' }}
        showUploadList={false}
        aria-label={name}
        beforeUpload={(file) => {
          void take(file, () => readPicture(file));
          return Upload.LIST_IGNORE;
        }}
      >
        <UploadOutlined aria-hidden /> <FormattedMessage id="captive.drop" values={{ max: kilobytes(MAX_PICTURE_BYTES) }} />
        <span className="only-heard">{name}</span>
      </Upload.Dragger>
      <div role="status">
        {isBusy && <FormattedMessage id="captive.reading" />}
        {refused && !isBusy && (
          <Alert
            type="error"
            showIcon
            title={
              <FormattedMessage
                id={REFUSALS[refused.why]}
                values={{
                  max: kilobytes(MAX_PICTURE_BYTES),
                  limit: kilobytes(MAX_IMAGE.bytes),
                  side: MAX_IMAGE.side,
                  megapixels: MAX_IMAGE.pixels / 1_000_000,
                }}
              />
            }
            description={
              <FormattedMessage
                id={mayShrink ? 'captive.shrink_offer' : 'captive.kept'}
                values={{ file: refused.file.name, size: kilobytes(refused.file.size) }}
              />
            }
            action={
              <Flex vertical gap={4}>
                {mayShrink && (
                  <Button size="small" type="primary" onClick={() => void take(refused.file, () => shrink(refused.file))}>
                    <FormattedMessage id="captive.shrink" />
                  </Button>
                )}
                <Button size="small" onClick={() => setRefused(null)}>
                  <FormattedMessage id="captive.dismiss" />
                </Button>
              </Flex>
            }
          />
        )}
      </div>
    </Flex>
  );
}
