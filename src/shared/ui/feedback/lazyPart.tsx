import { Component, lazy, useEffect, useState, type ComponentType, type LazyExoticComponent, type ReactNode } from 'react';
import { loadChunk } from '../../staleChunks';
import { LoadFailed } from './LoadFailed';

/** Shown in place of a part whose file couldn't be loaded. It gets the part's own props, too. */
type NotLoaded<P> = ComponentType<P & { onRetry: () => void }>;

/**
 * Like React's `lazy`, for a part of a screen. If its file can't be loaded, only the part says so and tries again, at the latest when the
 * browser is online again. React's own would take the whole screen, with what was typed into it, and would never try again.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>, Failed: NotLoaded<P> = PartFailed): ComponentType<P> {
  const attempt = (): LazyExoticComponent<ComponentType<P>> =>
    lazy(async () => {
      try {
        return { default: await loadChunk(load) };
      } catch (error) {
        throw new NotLoadedError(String(error), { cause: error });
      }
    });
  let latest = attempt();
  return function Part(props: P) {
    const [{ Shown, count }, setTried] = useState(() => ({ Shown: latest, count: 1 }));
    // Not before the failure is shown: until then React may render the part anew, which would ask for the file again and again.
    const renew = () => {
      if (latest === Shown) latest = attempt();
    };
    const retry = () => setTried({ Shown: latest, count: count + 1 });
    return (
      <PartBoundary key={count} failed={<Failed {...props} onRetry={retry} />} onFailed={renew} onOnline={retry}>
        <Shown {...props} />
      </PartBoundary>
    );
  };
}

function PartFailed({ onRetry }: { onRetry: () => void }) {
  return <LoadFailed message="common.part_failed" onRetry={onRetry} />;
}

class NotLoadedError extends Error {
  override readonly name = 'NotLoadedError';
}

interface BoundaryProps {
  failed: ReactNode;
  /** Whoever opens the part next, or presses the button, tries again. */
  onFailed: () => void;
  onOnline: () => void;
  children: ReactNode;
}

/** Catches that the part couldn't be loaded. Errors of the part itself are the screen's. */
class PartBoundary extends Component<BoundaryProps, { failure: { error: unknown } | null }> {
  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  override state = { failure: null as { error: unknown } | null };

  override componentDidCatch() {
    this.props.onFailed();
  }

  override render() {
    const { failed, onOnline, children } = this.props;
    const { failure } = this.state;
    if (failure === null) return children;
    if (failure.error instanceof NotLoadedError) return <UntilOnline onOnline={onOnline}>{failed}</UntilOnline>;
    throw failure.error;
  }
}

function UntilOnline({ onOnline, children }: Pick<BoundaryProps, 'onOnline' | 'children'>) {
  useEffect(() => {
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, [onOnline]);
  return children;
}
