import CaretRightOutlined from '@ant-design/icons/CaretRightOutlined';
import CloseOutlined from '@ant-design/icons/CloseOutlined';
import PauseOutlined from '@ant-design/icons/PauseOutlined';
import StepBackwardOutlined from '@ant-design/icons/StepBackwardOutlined';
import StepForwardOutlined from '@ant-design/icons/StepForwardOutlined';
import UnorderedListOutlined from '@ant-design/icons/UnorderedListOutlined';
import { Alert, Button, Flex, Select, Slider, Tag } from 'antd';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { UnknownAction } from '@reduxjs/toolkit';
import type { Player } from './createPlayer';
import { classes } from '../../shared/ui/plain/classes';
import styles from './PlayerBar.module.css';
import { REACHABLE } from '../../shared/ui/page/reachable';

const SPEEDS = [0.5, 1, 2, 4] as const;

/** Longest pause between two actions, in milliseconds: nobody wants to wait minutes for the next one. */
const LONGEST_WAIT = 2000;

/** Player controls below the screen: play, step, slider and speed; beside the screen the list of actions. */
export function PlayerBar({ player, onLeave }: { player: Player; onLeave: () => void }) {
  const intl = useIntl();
  const step = useSyncExternalStore(player.subscribe, player.step);
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<number>(1);
  const [hasList, setHasList] = useState(window.innerWidth >= 1200);
  const { actions, times, console: version } = player.recording;
  const last = actions.length;
  const isRunning = isPlaying && step < last;

  useEffect(() => {
    if (!isRunning) return;
    const wait = Math.min((times[step] ?? 0) - (times[step - 1] ?? times[step] ?? 0), LONGEST_WAIT) / speed;
    const timer = setTimeout(() => player.show(step + 1), Math.max(wait, 0));
    return () => clearTimeout(timer);
  }, [isRunning, player, speed, step, times]);

  const current = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest' });
  }, [step, hasList]);

  const say = (id: FormatjsIntl.Message['ids']) => intl.formatMessage({ id });
  const goTo = (to: number) => {
    setPlaying(false);
    player.show(to);
  };
  const play = () => {
    if (step === last) player.show(0);
    setPlaying(!isRunning);
  };
  const error = player.errorAt(step);
  const chosen = actions[step - 1];
  return (
    <>
      {hasList && (
        <nav className={classes(styles.replayList, 'not-on-paper')} aria-label={say('replay.actions')}>
          <ol>
            {actions.map((action, index) => (
              <li key={index}>
                <button
                  type="button"
                  {...(index + 1 === step && { ref: current, 'aria-current': 'step' as const })}
                  onClick={() => goTo(index + 1)}
                >
                  <code>{nameOf(action)}</code> <small className="soft">{secondsSince(times, index)}</small>
                </button>
              </li>
            ))}
          </ol>
          {chosen && (
            <section {...REACHABLE} aria-label={say('replay.contents')}>
              <pre>{JSON.stringify(chosen.payload ?? (chosen.meta as { arg?: unknown } | undefined)?.arg ?? null, null, 2)}</pre>
            </section>
          )}
        </nav>
      )}
      <section className={classes(styles.replayBar, 'not-on-paper')} aria-label={say('replay.on')}>
        {error !== null && (
          <Alert type="error" banner title={<FormattedMessage id="replay.step_failed" />} description={<code>{error}</code>} />
        )}
        <Flex align="center" gap={8} wrap>
          <Tag color="warning" title={version}>
            <FormattedMessage id="replay.on" />
          </Tag>
          <Button
            type="text"
            icon={isRunning ? <PauseOutlined aria-hidden /> : <CaretRightOutlined aria-hidden />}
            aria-label={say(isRunning ? 'replay.pause' : 'replay.play')}
            onClick={play}
          />
          <Button
            type="text"
            icon={<StepBackwardOutlined aria-hidden />}
            aria-label={say('replay.back')}
            disabled={step === 0}
            onClick={() => goTo(step - 1)}
          />
          <Button
            type="text"
            icon={<StepForwardOutlined aria-hidden />}
            aria-label={say('replay.forward')}
            disabled={step === last}
            onClick={() => goTo(step + 1)}
          />
          <Button
            type="text"
            icon={<UnorderedListOutlined aria-hidden />}
            aria-label={say('replay.actions')}
            aria-pressed={hasList}
            onClick={() => setHasList(!hasList)}
          />
          <Button type="text" icon={<CloseOutlined aria-hidden />} aria-label={say('replay.leave')} onClick={onLeave} />
          <Slider min={0} max={last} value={step} onChange={goTo} tooltip={{ open: false }} ariaLabelForHandle={say('replay.position')} />
          <span>
            <FormattedMessage id="replay.step" values={{ step, last }} />
          </span>
          <Select
            size="small"
            value={speed}
            onChange={setSpeed}
            aria-label={say('replay.speed')}
            options={SPEEDS.map((value) => ({ value, label: `${intl.formatNumber(value)}×` }))}
          />
        </Flex>
      </section>
    </>
  );
}

/** Shortens an action type: `listGuests fulfilled` rather than `api/executeQuery/fulfilled`. */
function nameOf({ type, meta }: UnknownAction): string {
  const call = (meta as { arg?: { endpointName?: string } } | undefined)?.arg?.endpointName;
  return call === undefined ? type : `${call} ${type.replace(/^.*\//, '')}`;
}

function secondsSince(times: readonly number[], index: number): string {
  return `${(((times[index] ?? 0) - (times[0] ?? 0)) / 1000).toFixed(1)} s`;
}
