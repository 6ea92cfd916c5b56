import { Button } from 'antd';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { Unit } from '../../contract/units';
import { secretBehind } from '../../shared/secrets';
import { CodeText } from '../../shared/ui/facts/Facts';
import { Moment } from '../../shared/ui/facts/Moment';
import { useLazyGetUnitSecretQuery } from './api';

/** Never refetches by itself: each call is recorded in the audit trail. */
const ON_DEMAND = { refetchOnReconnect: false };

interface UnitSecretProps {
  unit: Pick<Unit, 'id' | 'secret'>;
  /** Until when the previous secret still works after a renewal; null if there is none. */
  previousUntil: string | null;
}

/** A unit's secret, hidden until somebody asks for it. Other back ends send it with the unit; ours records who saw it. */
export function UnitSecret({ unit, previousUntil }: UnitSecretProps) {
  return (
    <>
      {/* The key hides a secret that was shown before a renewal. */}
      <Shown key={previousUntil} unit={unit} />
      {previousUntil !== null && (
        <div className="soft">
          <FormattedMessage id="units.previous_secret_until" values={{ moment: <Moment at={previousUntil} isInSentence /> }} />
        </div>
      )}
    </>
  );
}

function Shown({ unit }: Pick<UnitSecretProps, 'unit'>) {
  const [show, { data, isFetching, isError }] = useLazyGetUnitSecretQuery(ON_DEMAND);
  // Not in the store: the secret isn't shown again after a reload.
  const [isShown, setShown] = useState(false);
  const isSent = unit.secret !== '';
  const secret = isSent ? (isShown ? unit.secret : undefined) : data?.secret;
  if (secret === '') return <FormattedMessage id="units.no_secret" />;
  if (secret !== undefined) return <CodeText text={secretBehind(secret) ?? '…'} />;
  return (
    <>
      <Button size="small" loading={isFetching} onClick={() => (isSent ? setShown(true) : void show(unit.id))}>
        <FormattedMessage id="units.show_secret" />
      </Button>
      {isError && <FormattedMessage id="units.secret_failed" />}
    </>
  );
}
