import { normalizeColor } from '../kit/color.ts';
import { invalidField } from '../kit/errors.ts';

/** The colour of the payment pages as it is stored. */
export function readColor(text: string): string {
  const color = normalizeColor(text);
  if (!color) throw invalidField('page_color', 'must be a colour like #1d4ed8');
  return color;
}
