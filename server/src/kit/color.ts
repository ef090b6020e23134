/** sRGB, each part from 0 to 255. */
type Color = readonly [red: number, green: number, blue: number];

const HEX = /^#[0-9a-f]{6}$/;
const WHITE: Color = [255, 255, 255];
const BLACK: Color = [0, 0, 0];
/** WCAG AA for text of ordinary size. */
const READABLE = 4.5;
const STEPS = 100;

/** `#RRGGBB` or `#rgb` in lower case and full length; null for anything else. */
export function normalizeColor(text: string): string | null {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text);
  const full = short
    ? `#${short
        .slice(1)
        .map((digit) => digit + digit)
        .join('')}`
    : text;
  const lower = full.toLowerCase();
  return HEX.test(lower) ? lower : null;
}

/** The colour if it is readable on this background, else the nearest lighter or darker one that is. */
export function readableOn(color: string, ground: string): string {
  const [wanted, under] = [parse(color), parse(ground)];
  const towards = luminance(under) > 0.5 ? BLACK : WHITE;
  for (let step = 0; step <= STEPS; step += 1) {
    const tried = mix(wanted, towards, step / STEPS);
    if (contrast(tried, under) >= READABLE) return write(tried);
  }
  return write(towards);
}

/** White or near-black, whichever has more contrast on this colour. */
export function inkOn(color: string): string {
  const ground = parse(color);
  return contrast(WHITE, ground) >= contrast([11, 18, 32], ground) ? '#ffffff' : '#0b1220';
}

export function contrastOf(first: string, second: string): number {
  return contrast(parse(first), parse(second));
}

function parse(hex: string): Color {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
}

function write(color: Color): string {
  return `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function mix(from: Color, to: Color, share: number): Color {
  const part = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * share);
  return [part(0), part(1), part(2)];
}

function contrast(first: Color, second: Color): number {
  const [light, dark] = [luminance(first), luminance(second)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Relative luminance as WCAG defines it. */
function luminance(color: Color): number {
  const [red, green, blue] = color.map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
