import { Component, type ReactNode } from 'react';
import { ErrorNotice } from './error-notice.tsx';

/** Contains errors of a page, and of loading its code, so that the rest of the dashboard keeps working. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }

  override render(): ReactNode {
    if (!this.state.error) return this.props.children;
    return <ErrorNotice error={this.state.error} retry={() => window.location.reload()} />;
  }
}
