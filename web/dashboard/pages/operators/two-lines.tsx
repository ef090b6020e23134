import type { ReactNode } from 'react';

/** A title and a smaller second line. */
export function TwoLines({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <div className="grid">
      <span className="font-medium wrap-anywhere">{first}</span>
      <span className="text-small text-quiet wrap-anywhere">{second}</span>
    </div>
  );
}
