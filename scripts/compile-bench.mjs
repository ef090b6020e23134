import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { copySqlFiles } from './copy-sql.mjs';
import { prepare, prepareWeb, root, run } from './prepare.mjs';

const output = join(root, 'dist-bench');

/** Installs what is missing, compiles a program of bench/ together with the server, and runs it with our arguments. */
export async function runOfBench(program) {
  process.chdir(root);
  try {
    await prepare({ withBuild: false });
    await prepareWeb();
    await compile();
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
  const { status } = await run(process.execPath, [join(output, 'bench', program), ...process.argv.slice(2)]);
  process.exit(status);
}

async function compile() {
  const compiler = join(root, 'node_modules', 'typescript-native', 'bin', 'tsc');
  const { status: compiled } = await run(process.execPath, [
    compiler,
    '-p',
    join(root, 'tsconfig.bench.json'),
  ]);
  if (compiled !== 0) throw new Error('The bench does not compile.');
  // The server looks for its migrations beside the tree that it stands in.
  cpSync(join(root, 'migrations'), join(output, 'migrations'), { recursive: true });
  await copySqlFiles(join(output, 'server', 'src'));
}
