import { useDispatch, useSelector } from 'react-redux';
import { byteLength, isRoll, MAX_SSID_BYTES, PAPER_FORMATS, RECEIPT, type CutMarks } from '../../../contract/plain/paperModel';
import type { BuiltIn, PaperName } from '../../../contract/plain/paperNames';
import { capabilities } from '../../../shared/backEnd/capabilities';
import { paperChosen, paperSizeChosen, type PaperOfHotspot } from '../../../shared/preferences';
import { useListPaperTemplatesQuery } from '../api';
import { printChosen, selectPrintChoice, type PrintChoice } from '../slice';
import { useDesign } from '../usePaper';
import { ON_PAPER_FIRST, usePaperSettings } from '../usePaperSettings';
import { usePreference } from '../../../shared/usePreference';

/** Design and paper of a print: as chosen in this dialog, else at the hotspot's last print, else in its settings. */
export function usePaperChoice(hotspotId: number) {
  const dispatch = useDispatch();
  const { keepsPaper } = capabilities();
  const paper_of_hotspots = usePreference('paper_of_hotspots');
  const chosen = paper_of_hotspots[hotspotId] ?? ON_PAPER_FIRST;
  const stored = usePaperSettings(hotspotId);
  const { settings } = stored;
  const { data: templates = NO_TEMPLATES } = useListPaperTemplatesQuery(hotspotId, { skip: !keepsPaper });
  const choice = { ...rememberedChoice(chosen, templates), ...useSelector(selectPrintChoice) };
  const { wanted, design, needed, template, isError: isTemplateGone, refetch: readTemplate } = useDesign(settings, choice);

  // A template chosen in this dialog comes with its own paper.
  const ofDesign = choice.design !== undefined && template ? template.format : settings?.format;
  const format = choice.paper === undefined ? ofDesign : PAPER_FORMATS[choice.paper];
  const cut = format === settings?.format ? settings?.cut : format === template?.format ? template?.cut : cutOf(choice.paper);
  const isOnRoll = format !== undefined && isRoll(format);
  const cells = !format || isOnRoll ? 1 : format.columns * format.rows;

  const remember = (paper: PaperOfHotspot) => dispatch(paperChosen({ hotspotId, paper }));
  const choose = (change: Partial<PaperOfHotspot>) => remember({ ...chosen, ...change });
  const choosePaper = (value: PaperName | undefined) => {
    if (value === undefined) return;
    if (!keepsPaper) dispatch(paperSizeChosen(value));
    dispatch(printChosen({ paper: value }));
    choose({ paper: value });
  };
  const chooseDesign = (value: BuiltIn | number) => {
    // The receipt design has its own paper: choosing it selects that paper, and leaving it drops it again.
    const { paper: before, ...others } = chosen;
    const isSwitched = wanted === 'ticket' && value !== 'ticket';
    const paper = value === 'ticket' && !isOnRoll ? RECEIPT : isSwitched ? undefined : (choice.paper ?? before);
    dispatch(printChosen({ design: value, paper }));
    remember({ ...others, design: value, ...(paper && { paper }) });
  };

  return {
    settings,
    chosen,
    wanted,
    design,
    /** What the design needs to be drawn; see `useMaterials`. */
    needed,
    templates,
    format,
    cut,
    /** Vouchers on a page, and the one to start at. */
    cells,
    start: Math.min(cells, choice.start ?? 1),
    isOnRoll,
    isTooLong: !keepsPaper && byteLength(chosen.ssid.trim()) > MAX_SSID_BYTES,
    choose,
    choosePaper,
    chooseDesign,
    chooseStart: (at: number) => dispatch(printChosen({ start: at })),
    isUnread: stored.isError || isTemplateGone,
    retry: () => {
      if (stored.isError) stored.refetch();
      if (isTemplateGone) readTemplate();
    },
  };
}

export type ChosenPaper = ReturnType<typeof usePaperChoice>;

const NO_TEMPLATES: never[] = [];

/** The choices at this hotspot's last print; a template that has been deleted since counts as not chosen. */
function rememberedChoice({ paper, design }: PaperOfHotspot, templates: readonly { id: number }[]): PrintChoice {
  const isThere = typeof design === 'string' || templates.some(({ id }) => id === design);
  return { ...(paper && { paper }), ...(design !== undefined && isThere && { design }) };
}

/** Full sheets are cut apart; labels, tickets and single-voucher pages aren't. */
const cutOf = (paper: PaperName | undefined): CutMarks => (paper === 'a4' || paper === 'letter' ? 'lines' : 'none');
