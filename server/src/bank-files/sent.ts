import type { Actor } from '../audit/record.ts';
import type { ChargeDeps } from '../charges/deps.ts';
import { assert, GatewayError } from '../kit/errors.ts';
import type { Answer } from '../write/answer.ts';
import { type Decision, done, rowWrite } from '../write/effects.ts';
import type { BankFile } from './file.ts';
import { fileAction } from './make.ts';
import { findFile, saveFile } from './store.ts';

/** A person has handed the file to its bank. A second time changes nothing. */
export function recordSent(
  deps: ChargeDeps,
  id: string,
  by: Actor,
  answer: Answer<BankFile>,
): Promise<BankFile> {
  const now = deps.clock.now();
  return deps.writer.commit(
    {
      load: async (tx) => {
        const file = await findFile(tx, id);
        assert(file, 'files are never deleted');
        return file;
      },
      decide: (file): Decision<BankFile> => {
        if (file.state === 'sent') return done(file);
        if (file.state !== 'made')
          return new GatewayError('INVALID_STATE', 'Only a file that was made for a bank can be sent');
        const after: BankFile = { ...file, state: 'sent', ended_at: now };
        return done(after, {
          rows: [rowWrite(saveFile, { before: file, after })],
          audit: [fileAction('bank_file.sent', by, after)],
        });
      },
    },
    answer,
  );
}

export function recordDownload(deps: ChargeDeps, file: BankFile, by: Actor): Promise<void> {
  return deps.writer.commit({
    load: () => Promise.resolve(),
    decide: () => done(undefined, { audit: [fileAction('bank_file.downloaded', by, file)] }),
  });
}
