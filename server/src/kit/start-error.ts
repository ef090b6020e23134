/** Why the gateway cannot start (`found`) and what to do (`cure`). `guiche doctor` shows the two separately. */
export class StartError extends Error {
  readonly found: string;
  readonly cure: string;

  constructor(found: string, cure: string, cause?: unknown) {
    super(`${found}. ${cure}`, { cause });
    this.found = found;
    this.cure = cure;
  }
}
