import type { ChargeDeps } from '../../charges/deps.ts';
import { findFile } from '../../files/store.ts';
import { SECOND_MS } from '../../kit/clock.ts';

/** The seller's logo for a PDF: PNG or JPEG, as every stored picture is. */
export type Logo = { bytes: Buffer; width: number; height: number };

const MAX_WAIT_MS = 2 * SECOND_MS;

/** Null also where its content is not there, or does not come in time: a boleto is paid without a logo, too. */
export async function findLogo(deps: ChargeDeps, accountId: string): Promise<Logo | null> {
  const { logoFileId } = await deps.accountFacts(accountId);
  if (!logoFileId) return null;
  const read = readLogo(deps, accountId, logoFileId).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'a boleto is made without the logo of its seller');
    return null;
  });
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), MAX_WAIT_MS);
  });
  return Promise.race([read, tooLate]).finally(() => clearTimeout(timer));
}

async function readLogo({ db, files }: ChargeDeps, accountId: string, fileId: string): Promise<Logo | null> {
  const file = await findFile(db, accountId, fileId);
  if (!file?.width || !file.height) return null;
  return { bytes: await files.read(file), width: file.width, height: file.height };
}
