// `npm run bench`: install what is missing, compile the bench together with the server, run it.
// Arguments go to the bench: `npm run bench -- --only a,b --seconds 3`.
import { runOfBench } from './compile-bench.mjs';

await runOfBench('main.js');
