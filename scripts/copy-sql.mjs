import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './prepare.mjs';

/** Copies the SQL files of server/src, which the compiler leaves behind, to where `sqlFile` finds them. */
export async function copySqlFiles(destination) {
  const source = join(root, 'server', 'src');
  const files = (await readdir(source, { recursive: true })).filter((name) => name.endsWith('.sql'));
  await Promise.all(files.map((name) => cp(join(source, name), join(destination, name))));
}
