// `npm run failover`: sell and pay while Patroni's leader is killed again and again, and then check every cent.
// `npm run failover -- --kills=3 --kinds="machine lost" --seed=7`
import { runProof } from './proof.mjs';

await runProof('failover');
