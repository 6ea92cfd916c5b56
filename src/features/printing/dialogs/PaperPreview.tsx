import { Button } from 'antd';
import { useDeferredValue, useMemo } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { fitsPage, PAPER_LANGUAGES, type PaperSettings } from '../../../contract/plain/paperModel';
import type { BuiltIn } from '../../../contract/plain/paperNames';
import type { Hotspot } from '../../../contract/hotspots';
import { useHotspotZone } from '../../hotspots/api';
import { LoadFailed } from '../../../shared/ui/feedback/LoadFailed';
import { layOut } from '../layout/layout';
import { measureOther } from '../pictures';
import type { Design } from '../layout/elementLayout';
import { sampleVoucher } from '../layout/sampleVoucher';
import { FirstTicket, Sheets } from '../Sheets';
import { useDesign } from '../usePaper';
import { useMaterials, type Needed } from '../useMaterials';
import { REACHABLE } from '../../../shared/ui/page/reachable';
import { useFold } from '../../../shared/ui/page/useFold';
import { classes } from '../../../shared/ui/plain/classes';
import { LoadingRows } from '../../../shared/ui/feedback/LoadingRows';
import spacingStyles from '../../../shared/ui/page/spacing.module.css';
import sheetsStyles from '../Sheets.module.css';

interface PaperPreviewProps {
  hotspot: Pick<Hotspot, 'id' | 'name' | 'description'>;
  settings: PaperSettings;
  design: BuiltIn | Design | undefined;
  needed: Needed | undefined;
}

/** A sample voucher as it is cut out, or a whole page of them. */
export function PaperPreview(props: PaperPreviewProps) {
  const intl = useIntl();
  const { isOpen: isPage, toggle } = useFold('paper-page');
  const { columns, rows } = props.settings.format;
  const { pages, materials, hasFailed, retry } = useSample({ ...props, count: isPage ? columns * rows : 1 });
  if (hasFailed) return <LoadFailed message="paper.load_failed" onRetry={retry} />;
  if (!pages || !materials) return <LoadingRows rows={8} />;
  return (
    <>
      <section {...REACHABLE} aria-label={intl.formatMessage({ id: 'paper.preview' })} className="paper-preview">
        {isPage ? <Sheets pages={pages} pictures={materials.pictures} /> : <FirstTicket pages={pages} pictures={materials.pictures} />}
      </section>
      <Button type="link" className={classes(spacingStyles.noPaddingInline)} onClick={toggle}>
        <FormattedMessage id={isPage ? 'paper.show_voucher' : 'paper.show_page'} />
      </Button>
    </>
  );
}

/** A design as a small picture to choose from; a template by its id. Blank until it is loaded, or if that fails. */
export function DesignPicture({ design, ...props }: Pick<PaperPreviewProps, 'hotspot' | 'settings'> & { design: BuiltIn | number }) {
  const found = useDesign(props.settings, { design });
  const { pages, materials } = useSample({ ...props, ...found, count: 1 });
  return (
    <span aria-hidden className={sheetsStyles.designPicture}>
      {pages && materials && <FirstTicket pages={pages} pictures={materials.pictures} />}
    </span>
  );
}

/** Pages of `count` sample vouchers; undefined until everything is loaded. */
function useSample({ hotspot, settings, design, needed, count }: PaperPreviewProps & { count: number }) {
  const intl = useIntl();
  const look = useDeferredValue(settings);
  const title = hotspot.description.trim() || hotspot.name;
  const zone = useHotspotZone(hotspot.id);
  const texts = useMemo(() => [title, look.ssid, look.footer], [title, look]);
  const { materials, hasFailed, retry } = useMaterials(hotspot.id, needed, texts);
  const pages = useMemo(() => {
    if (!materials || design === undefined || !fitsPage(look.format)) return undefined;
    const voucher = sampleVoucher(intl.formatMessage({ id: 'paper.sample_name' }), zone);
    const language = look.language || (PAPER_LANGUAGES.find((one) => one === intl.locale) ?? 'en');
    const vouchers = Array.from({ length: count }, (_, id) => ({ ...voucher, id }));
    return layOut(vouchers, { ...look, ...materials, design, language, title, zone, start: 1 }, materials.typefaces, measureOther);
  }, [materials, design, look, title, zone, count, intl]);
  return { pages, materials, hasFailed, retry };
}
