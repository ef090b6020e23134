// `npm start`: install what is missing, build what is stale, serve. The service runs in this very process, so
// that signals and its exit code are its own.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare, root } from './prepare.mjs';

process.chdir(root);
try {
  await prepare();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
await import(pathToFileURL(join(root, 'dist', 'main.js')).href);
