import { Alert, Flex } from 'antd';
import { FormattedMessage } from 'react-intl';
import type { UnitRadius } from '../../contract/units';
import { formatDuration } from '../../shared/format/durations';
import { Moment } from '../../shared/ui/facts/Moment';
import spacingStyles from '../../shared/ui/page/spacing.module.css';
import { classes } from '../../shared/ui/plain/classes';

/** Seconds by which a unit's clock may be off before a warning is shown. Beyond that, its reports are dated by arrival. */
const CLOCK_OFF = 120;

const SHARED = { address: 'units.address_shared', mac_address: 'units.mac_shared' } as const;

/** Problems that the RADIUS server found with a unit. */
export function UnitWarnings({ radius }: { radius: UnitRadius }) {
  const {
    address,
    may_be_unsigned,
    http_proof,
    heard: contact,
    shared,
    misnamed,
    refused,
    is_lopsided,
    unsigned_arrivals: unsigned,
  } = radius;
  const ahead = contact?.clock_ahead ?? 0;
  const isClockOff = Math.abs(ahead) > CLOCK_OFF;
  const isUnsignedByHttp = contact?.is_http_signed === false && http_proof !== 'signature';
  const isFine = !may_be_unsigned && !isUnsignedByHttp && !isClockOff && !is_lopsided && unsigned === null && shared.length === 0;
  if (isFine && misnamed.length === 0 && refused.length === 0) return null;
  return (
    <Flex vertical gap={8} className={classes(spacingStyles.above12)}>
      {may_be_unsigned && (
        <Alert
          type="warning"
          showIcon
          title={<FormattedMessage id="units.unsigned_warning" values={{ address: <bdi>{address}</bdi> }} />}
        />
      )}
      {shared.map((what) => (
        <Alert
          key={what}
          type="warning"
          showIcon
          title={<FormattedMessage id={SHARED[what]} values={{ address: <bdi>{address}</bdi> }} />}
        />
      ))}
      {isUnsignedByHttp && (
        <Alert
          type="warning"
          showIcon
          title={<FormattedMessage id="units.http_unsigned" />}
          description={<FormattedMessage id={http_proof === 'digest' ? 'units.http_unsigned_digest' : 'units.http_unsigned_address'} />}
        />
      )}
      {isClockOff && (
        <Alert
          type="warning"
          showIcon
          title={
            <FormattedMessage
              id={ahead > 0 ? 'units.clock_ahead' : 'units.clock_behind'}
              values={{ time: formatDuration(Math.round(Math.abs(ahead) / 60) * 60) }}
            />
          }
        />
      )}
      {is_lopsided && <Alert type="warning" showIcon title={<FormattedMessage id="units.lopsided" />} />}
      {unsigned && (
        <Alert
          type="warning"
          showIcon
          title={<FormattedMessage id="units.unsigned_arrivals" />}
          description={
            <FormattedMessage
              id="units.unsigned_arrivals_since"
              values={{ count: unsigned.count, since: <Moment at={unsigned.since} />, last: <Moment at={unsigned.last} /> }}
            />
          }
        />
      )}
      {misnamed.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={<FormattedMessage id="units.misnamed" />}
          description={
            <ul className={spacingStyles.bullets}>
              {misnamed.map(({ name, address: sender, packets: count, since, last }) => (
                <li key={`${sender} ${name}`}>
                  <FormattedMessage
                    id={name === '' ? 'units.misnamed_without' : 'units.misnamed_as'}
                    values={{
                      count,
                      name: <bdi>{name}</bdi>,
                      address: <bdi>{sender}</bdi>,
                      since: <Moment at={since} />,
                      last: <Moment at={last} />,
                    }}
                  />
                </li>
              ))}
            </ul>
          }
        />
      )}
      {refused.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={<FormattedMessage id="units.refused" />}
          description={
            <ul className={spacingStyles.bullets}>
              {refused.map(({ address: sender, outcome, packets: count, last }) => (
                <li key={`${sender} ${outcome}`}>
                  <FormattedMessage
                    id={outcome === 'not_signed' ? 'units.refused_unsigned' : 'units.refused_secret'}
                    values={{ count, address: <bdi>{sender}</bdi>, last: <Moment at={last} /> }}
                  />
                </li>
              ))}
            </ul>
          }
        />
      )}
    </Flex>
  );
}
