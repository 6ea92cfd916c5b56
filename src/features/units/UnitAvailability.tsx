import { Flex } from 'antd';
import { FormattedMessage } from 'react-intl';
import { DaysStrip, HoursStrip } from '../../shared/ui/facts/AvailabilityStrip';
import { Section } from '../../shared/ui/page/Section';
import { useListUnitAvailabilityQuery } from './api';
import styles from './UnitAvailability.module.css';

/** When a unit was heard: the last day by half-hours, and the last month by days. Renders nothing if that can't be loaded. */
export function UnitAvailability({ unitId }: { unitId: number }) {
  const { data, isError } = useListUnitAvailabilityQuery([unitId]);
  if (isError) return null;
  const availability = data?.[unitId];
  return (
    <Section title="units.availability">
      <Flex gap={24} wrap>
        <div className={styles.availabilityPart}>
          <h3>
            <FormattedMessage id="units.last_day" />
          </h3>
          <HoursStrip availability={availability} of="unit" isLarge />
        </div>
        <div className={styles.availabilityPart}>
          <h3>
            <FormattedMessage id="units.last_month" />
          </h3>
          <DaysStrip availability={availability} of="unit" isLarge />
        </div>
      </Flex>
    </Section>
  );
}
