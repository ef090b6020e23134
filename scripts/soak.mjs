// `npm run soak`: an hour of charges with lives of some minutes. Fails when what has a life goes on growing.
// Arguments go to it: `npm run soak -- --minutes 10 --window 2`.
import { runOfBench } from './compile-bench.mjs';

await runOfBench('soak.js');
