import { Button } from 'antd';
import { FormattedMessage } from 'react-intl';
import type { Unit } from '../../contract/units';
import { secretBehind } from '../../shared/secrets';
import { CodeText } from '../../shared/ui/Facts';
import { useLazyGetUnitSecretQuery } from './api';

/** Never again by itself: each call is an entry in the audit trail. */
const ON_DEMAND = { refetchOnReconnect: false };

/** A unit's secret. Other back ends send it with the unit; ours sends it on demand and records who saw it. */
export function UnitSecret({ unit }: { unit: Pick<Unit, 'id' | 'secret'> }) {
  const [show, { data = unit.secret === '' ? undefined : unit, isFetching, isError }] = useLazyGetUnitSecretQuery(ON_DEMAND);
  if (data?.secret === '') return <FormattedMessage id="units.no_secret" />;
  if (data) return <CodeText text={secretBehind(data.secret) ?? '…'} />;
  return (
    <>
      <Button size="small" loading={isFetching} onClick={() => void show(unit.id)}>
        <FormattedMessage id="units.show_secret" />
      </Button>
      {isError && <FormattedMessage id="units.secret_failed" />}
    </>
  );
}
