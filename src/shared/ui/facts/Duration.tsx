import { useIntl } from 'react-intl';

/** A wait in words: "40 seconds", "2 minutes". Rounded up, so that waiting that long is enough. */
export function Duration({ seconds }: { seconds: number }) {
  const intl = useIntl();
  return seconds < 90
    ? intl.formatMessage({ id: 'duration.seconds' }, { count: Math.ceil(seconds) })
    : intl.formatMessage({ id: 'duration.minutes' }, { count: Math.ceil(seconds / 60) });
}
