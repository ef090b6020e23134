import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// The bundled command is in dist/cli, its source in cli.
const PLACES = ['../', '../dist/'].map((path) => new URL(path, import.meta.url));

/** A built file of the server. It is loaded when it is needed, so that `guiche --help` need not load it. */
export function serverFile(name: string): URL {
  const found = PLACES.map((place) => new URL(name, place)).find((url) => existsSync(url));
  if (!found) throw new Error(`${name} of the gateway is not built. Run \`npm run build\` in the checkout.`);
  return found;
}

export function serverPath(name: string): string {
  return fileURLToPath(serverFile(name));
}
