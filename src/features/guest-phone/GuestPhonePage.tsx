import { Alert, Button, Flex, Select, Tag, Typography } from 'antd';
import { useCallback, useEffect, useId, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { DemoPhone } from '../../contract/demo';
import { consoleConfig } from '../../shared/config';
import { idIn } from '../../shared/location';
import { Bytes } from '../../shared/ui/facts/Bytes';
import { CodeText, Facts } from '../../shared/ui/facts/Facts';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed';
import { LookSwitch } from '../../shared/ui/plain/LookSwitch';
import { Mark } from '../../shared/ui/plain/Mark';
import { useTitle } from '../../shared/ui/page/useTitle';
import { PhoneScreen } from './PhoneScreen';
import { useGetPhoneQuery, useListDemoHotspotsQuery, useTakePhoneMutation } from './api';
import styles from './GuestPhonePage.module.css';
import { classes } from '../../shared/ui/plain/classes';

/** Milliseconds between two checks of whether the phone is online. */
const LOOK_EVERY = 2000;

/** Demonstration only: the visitor plays a guest, with a real browser on the phone and a simulated gateway. */
export function GuestPhonePage() {
  useTitle('phone.title');
  const [hotspotId, setHotspotId] = useState(() => idIn(new URLSearchParams(window.location.search).get('guest') ?? ''));
  const [take, { data: taken, isError: isNotTaken }] = useTakePhoneMutation();
  const takeAnother = useCallback(() => take(hotspotId === 0 ? {} : { hotspot_id: hotspotId }), [take, hotspotId]);
  useEffect(() => {
    void takeAnother();
  }, [takeAnother]);
  return (
    <main className={styles.page}>
      <div className={styles.about}>
        <div className={styles.name}>
          <Mark size={32} />
          <Typography.Title level={1}>
            <FormattedMessage id="phone.title" />
          </Typography.Title>
        </div>
        <Typography.Paragraph>
          <FormattedMessage id="phone.what" />
        </Typography.Paragraph>
        <ol>
          <li>
            <FormattedMessage
              id="phone.step_voucher"
              values={{
                console: (text) => (
                  <a key="console" href="./" target="_blank" rel="noopener">
                    {text}
                  </a>
                ),
              }}
            />
          </li>
          <li>
            <FormattedMessage id="phone.step_type" />
          </li>
          <li>
            <FormattedMessage id="phone.step_watch" />
          </li>
        </ol>
        <HotspotChoice chosen={taken?.hotspot_id ?? hotspotId} onChoose={setHotspotId} />
        {taken && <PhoneState key={taken.id} taken={taken} onAnother={() => void takeAnother()} />}
        <div className={styles.foot}>
          <LookSwitch />
        </div>
      </div>
      {isNotTaken && !taken && <LoadFailed message="phone.not_taken" onRetry={takeAnother} />}
      {taken && <PhoneScreen key={taken.id} phone={taken} />}
    </main>
  );
}

/** Chooses the hotspot whose portal to see. */
function HotspotChoice({ chosen, onChoose }: { chosen: number; onChoose: (hotspotId: number) => void }) {
  const id = useId();
  const { data: hotspots } = useListDemoHotspotsQuery();
  return (
    <div>
      <label className={styles.label} htmlFor={id}>
        <FormattedMessage id="phone.hotspot" />
      </label>
      <Select
        id={id}
        value={hotspots && chosen !== 0 ? chosen : null}
        loading={!hotspots}
        onChange={onChoose}
        className={classes(styles.hotspot)}
        options={(hotspots ?? []).map(({ id: value, name }) => ({ value, label: name }))}
      />
    </div>
  );
}

const ENDED = { left: 'phone.ended_left', time: 'phone.ended_time', disconnected: 'phone.ended_disconnected' } as const satisfies Record<
  NonNullable<DemoPhone['ended']>,
  string
>;

function PhoneState({ taken, onAnother }: { taken: DemoPhone; onAnother: () => void }) {
  const { data, isError } = useGetPhoneQuery(taken.id, { pollingInterval: LOOK_EVERY });
  const { session, ended, device_mac } = data ?? taken;
  return (
    <>
      <div role="status">
        <Facts
          facts={[
            { label: 'phone.device', value: <CodeText text={device_mac} /> },
            {
              label: 'phone.state',
              value: session ? (
                <Tag color="success">
                  <FormattedMessage id="phone.online" />
                </Tag>
              ) : (
                <Tag>
                  <FormattedMessage id="phone.offline" />
                </Tag>
              ),
            },
            { label: 'phone.used', value: session ? <Bytes amount={session.bytes} /> : '' },
          ]}
        />
      </div>
      {!session && ended && <Alert type="info" showIcon title={<FormattedMessage id={ENDED[ended]} />} />}
      {isError && <Alert type="warning" showIcon title={<FormattedMessage id="phone.gone" />} />}
      <Flex gap={8} wrap>
        <Button onClick={onAnother}>
          <FormattedMessage id="phone.another" />
        </Button>
        <Button href="./" target="_blank" rel="noopener">
          <FormattedMessage id="phone.console" values={{ product: consoleConfig().product }} />
        </Button>
      </Flex>
    </>
  );
}
