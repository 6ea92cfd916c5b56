import DesktopOutlined from '@ant-design/icons/DesktopOutlined';
import FullscreenExitOutlined from '@ant-design/icons/FullscreenExitOutlined';
import FullscreenOutlined from '@ant-design/icons/FullscreenOutlined';
import { App, Button, Flex } from 'antd';
import { useEffect } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import { paths } from '../../shared/paths';
import { isReplaying } from '../../shared/replaying';
import { Hint } from '../../shared/ui/page/Hint';
import { useIsPhone } from '../../shared/useMedia';
import { CHANNEL } from './forGuest';
import { takeWholeScreen } from './fullScreen';
import { fullScreenEnded, fullScreenTaken, selectHasGuestWindow, selectIsFullScreen } from './slice';
import { useHearingGuestWindow, useTellingGuestWindow } from './useGuestWindow';

/** Tools for a reception with two screens: full screen for the counter, and a window for the guest. */
export function CounterTools({ hotspotId }: { hotspotId: number }) {
  const intl = useIntl();
  const dispatch = useDispatch();
  const { message } = App.useApp();
  const isFull = useSelector(selectIsFullScreen);
  const hasWindow = useSelector(selectHasGuestWindow);
  useHearingGuestWindow(hotspotId);
  useLeavingFullScreen(isFull);
  if (useIsPhone()) return null;
  const openWindow = () => {
    const opened = window.open(`#${paths.guestWindow.to(hotspotId)}`, CHANNEL, 'popup,width=1024,height=720');
    if (opened) opened.focus();
    else void message.warning(intl.formatMessage({ id: 'counter.guest_window_blocked' }));
  };
  const take = () => {
    dispatch(fullScreenTaken());
    takeWholeScreen();
  };
  const leave = () => {
    dispatch(fullScreenEnded());
    if (document.fullscreenElement) void document.exitFullscreen();
  };
  return (
    <Flex gap={8} wrap justify="end" align="center" className="not-on-paper">
      {hasWindow && <GuestWindowOn hotspotId={hotspotId} />}
      {typeof BroadcastChannel !== 'undefined' && (
        <Hint title={<FormattedMessage id="counter.guest_window_hint" />}>
          <Button icon={<DesktopOutlined aria-hidden />} onClick={openWindow}>
            <FormattedMessage id={hasWindow ? 'counter.guest_window' : 'counter.guest_window_open'} />
          </Button>
        </Hint>
      )}
      <Button
        icon={isFull ? <FullscreenExitOutlined aria-hidden /> : <FullscreenOutlined aria-hidden />}
        aria-pressed={isFull}
        onClick={isFull ? leave : take}
      >
        <FormattedMessage id={isFull ? 'counter.leave_full_screen' : 'counter.full_screen'} />
      </Button>
    </Flex>
  );
}

/** Loads the settings that the guest's window shows; rendered only while that window is open. */
function GuestWindowOn({ hotspotId }: { hotspotId: number }) {
  useTellingGuestWindow(hotspotId);
  return (
    <span role="status" className="soft">
      <FormattedMessage id="counter.guest_window_on" />
    </span>
  );
}

/** Leaves the counter's full-screen mode when Esc ends the browser's, and ends the browser's when the counter is left. */
function useLeavingFullScreen(isFull: boolean): void {
  const dispatch = useDispatch();
  useEffect(() => {
    if (!isFull) return undefined;
    const onChange = () => {
      if (!document.fullscreenElement && !isReplaying()) dispatch(fullScreenEnded());
    };
    document.addEventListener('fullscreenchange', onChange);
    return () => {
      document.removeEventListener('fullscreenchange', onChange);
      if (document.fullscreenElement && !isReplaying()) void document.exitFullscreen();
    };
  }, [isFull, dispatch]);
}
