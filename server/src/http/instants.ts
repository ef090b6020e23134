import { isCivilDate } from '../brazil/calendar.ts';

const ISO_8601 =
  /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** An ISO 8601 date and time with its zone, or null. The date is checked too: 30 February would become 2 March. */
export function instantFrom(text: string): Date | null {
  const date = ISO_8601.exec(text)?.[1];
  return date && isCivilDate(date) ? new Date(text) : null;
}
