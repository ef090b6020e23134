import type { ReactNode } from 'react';

/** What a line is about, and below it, smaller, what tells it from others. */
export function TwoLines({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <div className="grid">
      <span className="font-medium wrap-anywhere">{first}</span>
      <span className="text-small text-quiet wrap-anywhere">{second}</span>
    </div>
  );
}
