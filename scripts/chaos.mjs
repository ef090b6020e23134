// `npm run chaos`: sell and pay while processes, databases and links fail, and then check every cent.
// `npm run chaos -- --minutes=3 --faults="api killed,failover" --seed=7`
import { runProof } from './proof.mjs';

await runProof('chaos');
