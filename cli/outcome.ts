/** What the command ends with; docs/decisions/0019-cli-and-test-double.md lists them. */
export const EXIT = {
  done: 0,
  failed: 1,
  wrongUse: 2,
  notSignedIn: 3,
  unreachable: 4,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Ends the command with a sentence for people and a code for programs. */
export class Refusal extends Error {
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = EXIT.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}

export function wrongUse(message: string): Refusal {
  return new Refusal(message, EXIT.wrongUse);
}
