/** What stands in the way of a start, and how to clear it. `guiche doctor` shows the two apart. */
export class Obstacle extends Error {
  readonly found: string;
  readonly cure: string;

  constructor(found: string, cure: string, cause?: unknown) {
    super(`${found}. ${cure}`, { cause });
    this.found = found;
    this.cure = cure;
  }
}
