import { WEBHOOK_EVENTS } from '../../server/src/events/catalogue.ts';

const KNOWN: readonly unknown[] = WEBHOOK_EVENTS;

/** A name that no event has would make an assertion that is always empty, and so always true. */
export function requireEvent(where: string, name: unknown): void {
  if (KNOWN.includes(name)) return;
  const shown = JSON.stringify(name);
  throw new Error(`${where}: there is no event ${shown}. There are: ${WEBHOOK_EVENTS.join(', ')}.`);
}

/** Tests are often plain JavaScript: no compiler checks them. */
export function requireOptions(options: unknown): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new Error("startGuiche takes an object, as { events: ['charge.paid'] }, or nothing.");
  }
  const { events, cacheFolder, ...others } = options as Record<string, unknown>;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    throw new Error(`startGuiche takes no option ${unknown}. It takes events and cacheFolder.`);
  }
  if (cacheFolder !== undefined && (typeof cacheFolder !== 'string' || cacheFolder === '')) {
    throw new Error('startGuiche: cacheFolder is the path of a folder; leave it out for the default.');
  }
  if (events === undefined) return;
  if (!Array.isArray(events) || events.length === 0) {
    throw new Error("startGuiche: events is a list of names, as ['charge.paid']; leave it out for all.");
  }
  for (const name of events) requireEvent('startGuiche', name);
}
