import { addressOf } from './client.ts';
import { ApiError, ConnectionError } from './errors.ts';

/** What has arrived of a file. */
export type Progress = { bytes: number; rows: number };

const NEW_LINE = 10;

/** Reads a file of the API to its end, telling how much has arrived, and gives it to the browser to save. */
export async function download(
  path: string,
  query: object,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<void> {
  const response = await fetch(addressOf(path, { query }), { signal });
  if (!response.ok || !response.body) {
    throw new ApiError(response, await response.json().catch(() => null));
  }
  const parts: BlobPart[] = [];
  const progress = { bytes: 0, rows: -1 };
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value as BlobPart);
    progress.bytes += value.length;
    for (const byte of value) if (byte === NEW_LINE) progress.rows += 1;
    onProgress({ ...progress });
  }
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  if (!name) throw new ConnectionError();
  save(new Blob(parts, { type: response.headers.get('content-type') ?? '' }), name);
}

function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
