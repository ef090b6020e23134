import { Pool } from 'undici';
import type { CpuClock } from './cpu-time.ts';
import { type Measurement, measuring } from './load.ts';
import type { Message } from './receiver.ts';

/** The receiver sees these again because undici writes them itself. */
const OWN_HEADERS = ['host', 'connection', 'content-length'];

/** What undici alone reaches: the same message over and over, each connection as soon as it is answered. */
export async function bareLoop(
  port: number,
  { path, headers, body }: Message,
  { connections, seconds, cpu }: { connections: number; seconds: number; cpu: CpuClock },
): Promise<Measurement> {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections, pipelining: 1 });
  const own = Object.entries(headers).filter(([name]) => !OWN_HEADERS.includes(name));
  const request = { path, method: 'POST', headers: Object.fromEntries(own), body } as const;
  const measured = await measuring(cpu, async (measurement) => {
    const end = performance.now() + seconds * 1_000;
    const post = async () => {
      for (let now = performance.now(); now < end; ) {
        const answer = await pool.request(request);
        await answer.body.text();
        if (answer.statusCode !== 200) measurement.errors += 1;
        const answered = performance.now();
        measurement.latenciesMs.push(answered - now);
        now = answered;
      }
    };
    await Promise.all(Array.from({ length: connections }, post));
  });
  await pool.close();
  return measured;
}
