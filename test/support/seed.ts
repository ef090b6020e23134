import fc from 'fast-check';

/** The same random values in every run, so that a failure can be repeated; GUICHE_SEED gives others. */
const SEED = 1_988;

fc.configureGlobal({ seed: Number(process.env.GUICHE_SEED ?? SEED) });
