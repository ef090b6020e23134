const KINDS = ['lost', 'doubled', 'wrong', 'malformed', 'unanswered', 'leaked', 'slow'] as const;
export type FindingKind = (typeof KINDS)[number];

const MAX_TEXTS = 200;
const MAX_TEXT_LENGTH = 600;

/** What was seen that must not be. Any of it fails the run. */
export class Findings {
  readonly texts: string[] = [];
  readonly #counts = new Map<FindingKind, number>();
  readonly #onFinding: (text: string) => void;

  constructor(onFinding: (text: string) => void = () => undefined) {
    this.#onFinding = onFinding;
  }

  add(kind: FindingKind, text: string): void {
    this.#counts.set(kind, this.count(kind) + 1);
    if (this.texts.length >= MAX_TEXTS) return;
    const line = `${kind}: ${text.slice(0, MAX_TEXT_LENGTH)}`;
    this.texts.push(line);
    this.#onFinding(line);
  }

  count(kind: FindingKind): number {
    return this.#counts.get(kind) ?? 0;
  }

  get total(): number {
    return KINDS.reduce((sum, kind) => sum + this.count(kind), 0);
  }
}
