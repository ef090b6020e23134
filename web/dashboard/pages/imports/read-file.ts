/** As the gateway bounds it. */
export const MAX_FILE_BYTES = 2_000_000;

/** Spreadsheets write UTF-8 or, on older machines, Windows' Latin alphabet, which takes any byte. */
export async function readText(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
