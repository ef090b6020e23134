/** Where in a file: the line counts from 1 as an editor shows it, positions as the tables of FEBRABAN count them. */
export type CnabPlace = {
  readonly line?: number;
  /** Our number of the title that a file was to carry. */
  readonly title?: string;
  readonly from?: number;
  readonly to?: number;
  readonly field?: string;
};

/** The only error that the CNAB engine throws: a file that cannot be trusted, or a title that no file can carry. */
export class CnabError extends Error {
  readonly reason: string;
  readonly place: CnabPlace;

  constructor(reason: string, place: CnabPlace = {}) {
    super(`${where(place)}${reason}`);
    this.name = 'CnabError';
    this.reason = reason;
    this.place = place;
  }
}

function where({ line, title, from, to, field }: CnabPlace): string {
  const parts = [
    line === undefined ? '' : `line ${line}`,
    title === undefined ? '' : `title ${title}`,
    from === undefined
      ? ''
      : from === to || to === undefined
        ? `position ${from}`
        : `positions ${from}-${to}`,
    field ?? '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : `${parts.join(', ')}: `;
}
