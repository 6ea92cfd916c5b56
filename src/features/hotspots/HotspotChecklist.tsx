import CheckCircleFilled from '@ant-design/icons/CheckCircleFilled';
import { Button, Flex } from 'antd';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { useDispatch } from 'react-redux';
import { Link } from 'react-router-dom';
import type { LiveUnit } from '../../contract/units';
import { dialogOpened } from '../../shared/dialogs';
import { listOfHotspot, paths } from '../../shared/paths';
import { checklistDismissed } from '../../shared/preferences';
import { Section } from '../../shared/ui/page/Section';
import { useNow } from '../../shared/ui/facts/useNow';
import { useListAccountsQuery } from '../accounts/api';
import { useListUnitsQuery } from '../units/api';
import { useListVouchersQuery, voucherTypesOf } from '../vouchers/api';
import { isDone, isNew, STEPS, type ChecklistState, type Step } from './checklist';
import { useTurnOnVouchers } from './useTurnOnVouchers';
import { useHotspotPreferences, type HotspotFacts } from './api';
import styles from './HotspotChecklist.module.css';
import buttonLinkStyles from '../../shared/ui/page/buttonLink.module.css';
import textStyles from '../../shared/ui/page/text.module.css';
import { classes } from '../../shared/ui/plain/classes';
import { usePreference } from '../../shared/usePreference';

/** What a new hotspot still needs, with a link for each step. Hidden once everything is done or the user has dismissed it. */
export function HotspotChecklist({ hotspot }: { hotspot: HotspotFacts }) {
  const dismissed = usePreference('dismissed_checklists');
  const now = useNow();
  return isNew(hotspot, now) && !dismissed.includes(hotspot.id) ? <Checklist hotspot={hotspot} /> : null;
}

function Checklist({ hotspot }: { hotspot: HotspotFacts }) {
  const { id } = hotspot;
  const dispatch = useDispatch();
  const { data: preferences } = useHotspotPreferences(id);
  const one = { hotspot: id, page: 1, limit: 1 };
  const units = useListUnitsQuery({ ...one, limit: UNITS_LOOKED_AT }).data?.data;
  const managers = useListAccountsQuery(one).data?.total;
  const vouchers = useListVouchersQuery({ hotspotId: id, filters: {}, page: 1, limit: 1, sort: 'created', order: 'desc' }).data?.total;
  if (!preferences || units === undefined || managers === undefined || vouchers === undefined) return null;
  const checklist: ChecklistState = { hotspot, preferences, units: unitStatesOf(units), managers, vouchers };
  const done = STEPS.filter((step) => isDone(step, checklist));
  if (done.length === STEPS.length) return null;
  const next = STEPS.find((step) => !done.includes(step));
  return (
    <Section title="checklist.title">
      <Flex justify="space-between" gap="0 16px" wrap>
        <FormattedMessage id="checklist.progress" values={{ done: done.length, all: STEPS.length }} />
        <Button type="text" size="small" onClick={() => dispatch(checklistDismissed(id))}>
          <FormattedMessage id="checklist.dismiss" />
        </Button>
      </Flex>
      <ol className={styles.checklist}>
        {STEPS.map((step) => (
          <li key={step}>
            {done.includes(step) ? (
              <>
                <CheckCircleFilled aria-hidden className={classes(textStyles.success)} />
                <span className="only-heard">
                  <FormattedMessage id="checklist.done" />{' '}
                </span>
              </>
            ) : (
              <span aria-hidden className={styles.stepOpen} />
            )}
            <StepLink
              step={step}
              id={id}
              preferences={preferences}
              isDone={done.includes(step)}
              isNext={step === next}
              waiting={units.find(hasNeverReported)}
            />
          </li>
        ))}
      </ol>
    </Section>
  );
}

/**
 * Units that are checked. One that has reported is enough; a hotspot with more units than this shows the step as open if none of these was
 * ever heard.
 */
const UNITS_LOOKED_AT = 25;

/** False if the back end doesn't report a unit's activity. */
const hasNeverReported = ({ activity }: LiveUnit) => activity?.last_seen === null;

const unitStatesOf = (units: readonly LiveUnit[]): ChecklistState['units'] =>
  units.length === 0 ? 'none' : units.every(hasNeverReported) ? 'never heard' : 'heard';

/** Where each step is completed, or its result can be seen. */
const ADDRESSES: Record<Step, (id: number) => string> = {
  privacy: (id) => paths.hotspot.to(id),
  logins: (id) => `${paths.hotspot.to(id)}?tab=preferences`,
  unit: (id) => listOfHotspot('units', id) ?? paths.units.to(),
  portal: (id) => `${paths.hotspot.to(id)}?tab=captive`,
  manager: (id) => listOfHotspot('accounts', id) ?? paths.accounts.to(),
  voucher: (id) => `${paths.hotspot.to(id)}?tab=vouchers`,
};

interface StepLinkProps {
  step: Step;
  id: number;
  preferences: ChecklistState['preferences'];
  isDone: boolean;
  /** Whether it is the first open step, which is shown as the primary action. */
  isNext: boolean;
  /** A unit that was never heard, if there is one. */
  waiting: LiveUnit | undefined;
}

/** An open step opens the dialog that completes it, because a link to an empty list would be no help. */
function StepLink({ step, id, preferences, isDone: done, isNext, waiting }: StepLinkProps): ReactNode {
  const dispatch = useDispatch();
  const { turnOn, isRunning } = useTurnOnVouchers(id);
  const label = <FormattedMessage id={`checklist.${step}`} />;
  if (step === 'privacy')
    return (
      <LinkButton isNext={isNext} onClick={() => dispatch(dialogOpened({ name: 'hotspots/modify', args: { id } }))}>
        {label}
      </LinkButton>
    );
  if (step === 'voucher' && voucherTypesOf(preferences).length === 0) {
    return (
      <LinkButton isNext={isNext} isRunning={isRunning} onClick={turnOn}>
        <FormattedMessage id="checklist.voucher_off" />
      </LinkButton>
    );
  }
  if (done) return <Link to={ADDRESSES[step](id)}>{label}</Link>;
  const linkTo = (to: string, text: ReactNode) => (
    <Link to={to} className={isNext ? classes(buttonLinkStyles.buttonLink, styles.nextPlace) : undefined}>
      {text}
    </Link>
  );
  switch (step) {
    case 'unit':
      if (waiting) {
        return linkTo(paths.connectUnit.to(waiting.id), <FormattedMessage id="checklist.connect" values={{ name: waiting.name }} />);
      }
      return (
        <LinkButton isNext={isNext} onClick={() => dispatch(dialogOpened({ name: 'units/register', args: { hotspotId: id } }))}>
          {label}
        </LinkButton>
      );
    case 'manager':
      return (
        <LinkButton isNext={isNext} onClick={() => dispatch(dialogOpened({ name: 'accounts/create', args: { hotspotId: id } }))}>
          {label}
        </LinkButton>
      );
    case 'voucher':
      return (
        <LinkButton isNext={isNext} onClick={() => dispatch(dialogOpened({ name: 'vouchers/create', args: { hotspotId: id } }))}>
          {label}
        </LinkButton>
      );
    default:
      return linkTo(ADDRESSES[step](id), label);
  }
}

interface LinkButtonProps {
  isNext: boolean;
  isRunning?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function LinkButton({ isNext, isRunning = false, onClick, children }: LinkButtonProps) {
  return (
    <Button
      type={isNext ? 'primary' : 'link'}
      size={isNext ? 'middle' : 'small'}
      className={classes(styles.stepButton, isNext && styles.isNext)}
      loading={isRunning}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}
