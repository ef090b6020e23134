/**
 * One character that can be seen. Spaces are not, nor control, format and ignorable characters (zero-width space,
 * direction marks, Hangul fillers), nor the empty Braille cell. For Unicode mode only.
 */
export const VISIBLE = '[^\\s\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u2800]';

const visible = new RegExp(VISIBLE, 'u');

export function isVisible(text: string): boolean {
  return visible.test(text);
}
