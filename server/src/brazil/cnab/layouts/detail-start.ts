import type { Row } from '../layout.ts';

/** What every detail begins with. */
export function detailStart(segment: string): readonly Row[] {
  return [
    ['bank', 1, 3, 'number'],
    ['lot', 4, 7, 'number'],
    ['record', 8, 8, 'number', '3'],
    ['sequence', 9, 13, 'number'],
    ['segment', 14, 14, 'code', segment],
    [null, 15, 15, 'blank'],
    ['movement', 16, 17, 'number'],
  ];
}
