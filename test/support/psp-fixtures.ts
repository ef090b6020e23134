import { it as base } from './fixtures.ts';
import { startPspGateway, stopPspGateway } from './psp-gateway.ts';

/** `place`: a gateway and a PSP in a process of its own. */
export const it = base.extend('place', { scope: 'file' }, async ({ options }, { onCleanup }) => {
  const place = await startPspGateway({}, options);
  onCleanup(() => stopPspGateway(place));
  return place;
});
