// `npm run fuzz`: requests made from openapi.json and from chance, by the hundred thousand.
// `npm run fuzz -- --requests=10000 --seed=7`
import { runProof } from './proof.mjs';

await runProof('fuzz');
