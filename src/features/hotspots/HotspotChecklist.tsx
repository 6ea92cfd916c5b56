import CheckCircleFilled from '@ant-design/icons/CheckCircleFilled';
import { Button, Flex } from 'antd';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { dialogOpened } from '../../shared/dialogs';
import { listOfHotspot, paths } from '../../shared/paths';
import { remembered, selectPreferences } from '../../shared/preferences';
import { Section } from '../../shared/ui/Section';
import { useNow } from '../../shared/ui/useNow';
import { useListAccountsQuery } from '../accounts/api';
import { useListUnitsQuery } from '../units/api';
import { useListVouchersQuery, voucherTypesOf } from '../vouchers/api';
import { isDone, isNew, STEPS, type ChecklistState, type Step } from './checklist';
import { selectHotspotPreferences, type HoldingAnswers } from './slice';
import { useTurnOnVouchers } from './useTurnOnVouchers';
import type { HotspotFacts } from './api';

/** How many dismissed checklists to remember. */
const MOST = 100;

/** What a new hotspot still needs, with a link for each step. Hidden once everything is done or the user has dismissed it. */
export function HotspotChecklist({ hotspot }: { hotspot: HotspotFacts }) {
  const { dismissed_checklists: dismissed } = useSelector(selectPreferences);
  const now = useNow();
  return isNew(hotspot, now) && !dismissed.includes(hotspot.id) ? <Checklist hotspot={hotspot} /> : null;
}

function Checklist({ hotspot }: { hotspot: HotspotFacts }) {
  const { id } = hotspot;
  const dispatch = useDispatch();
  const { dismissed_checklists: dismissed } = useSelector(selectPreferences);
  const preferences = useSelector((state: HoldingAnswers) => selectHotspotPreferences(state, id));
  const one = { hotspot: id, page: 1, limit: 1 };
  const units = useListUnitsQuery(one).data?.total;
  const managers = useListAccountsQuery(one).data?.total;
  const vouchers = useListVouchersQuery({ hotspotId: id, filters: {}, page: 1, limit: 1, sort: 'created', order: 'desc' }).data?.total;
  if (!preferences || units === undefined || managers === undefined || vouchers === undefined) return null;
  const standing: ChecklistState = { hotspot, preferences, units, managers, vouchers };
  const done = STEPS.filter((step) => isDone(step, standing));
  if (done.length === STEPS.length) return null;
  return (
    <Section title="checklist.title">
      <Flex justify="space-between" gap="0 16px" wrap>
        <FormattedMessage id="checklist.progress" values={{ done: done.length, all: STEPS.length }} />
        <Button type="text" size="small" onClick={() => dispatch(remembered({ dismissed_checklists: [...dismissed, id].slice(-MOST) }))}>
          <FormattedMessage id="checklist.dismiss" />
        </Button>
      </Flex>
      <ol className="checklist">
        {STEPS.map((step) => (
          <li key={step}>
            {done.includes(step) ? (
              <>
                <CheckCircleFilled aria-hidden style={{ color: 'var(--success)' }} />
                <span className="only-heard">
                  <FormattedMessage id="checklist.done" />{' '}
                </span>
              </>
            ) : (
              <span aria-hidden className="step-open" />
            )}
            <StepLink step={step} id={id} preferences={preferences} />
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** Where to complete each step, if that has a URL. */
const placeOf: Partial<Record<Step, (id: number) => string>> = {
  logins: (id) => `${paths.hotspot.to(id)}?tab=preferences`,
  unit: (id) => listOfHotspot('units', id) ?? paths.units.to(),
  portal: (id) => `${paths.hotspot.to(id)}?tab=captive`,
  manager: (id) => listOfHotspot('accounts', id) ?? paths.accounts.to(),
  voucher: (id) => `${paths.hotspot.to(id)}?tab=vouchers`,
};

function StepLink({ step, id, preferences }: { step: Step; id: number; preferences: ChecklistState['preferences'] }): ReactNode {
  const dispatch = useDispatch();
  const { turnOn, isRunning } = useTurnOnVouchers(id);
  const words = <FormattedMessage id={`checklist.${step}`} />;
  if (step === 'privacy')
    return <LinkButton onClick={() => dispatch(dialogOpened({ name: 'hotspots/modify', args: { id } }))}>{words}</LinkButton>;
  if (step === 'voucher' && voucherTypesOf(preferences).length === 0) {
    return (
      <LinkButton isRunning={isRunning} onClick={turnOn}>
        <FormattedMessage id="checklist.voucher_off" />
      </LinkButton>
    );
  }
  return <Link to={placeOf[step]?.(id) ?? paths.hotspot.to(id)}>{words}</Link>;
}

function LinkButton({ isRunning = false, onClick, children }: { isRunning?: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <Button
      type="link"
      size="small"
      style={{ paddingInline: 0, height: 'auto', textAlign: 'start', whiteSpace: 'normal' }}
      loading={isRunning}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}
