import { Component, type ReactNode } from 'react';
import { ScreenFailed } from './ScreenFailed';

/** Catches errors outside of the router, which has its own boundaries; they would otherwise leave a blank page. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: { error: unknown } | null }> {
  static getDerivedStateFromError(error: unknown) {
    return { failed: { error } };
  }

  override state = { failed: null as { error: unknown } | null };

  override render() {
    const { failed } = this.state;
    return failed ? (
      <main>
        <ScreenFailed error={failed.error} />
      </main>
    ) : (
      this.props.children
    );
  }
}
