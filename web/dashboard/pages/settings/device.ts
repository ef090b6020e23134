// Order matters: most browsers also contain the names below theirs.
const PROGRAMS = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Headless)?(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
] as const;
const SYSTEMS = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\b(Macintosh|Mac OS X)\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const;
const LONGEST = 60;

/** Browser and operating system; null if unknown. */
export function deviceOf(userAgent: string | null): string | null {
  if (!userAgent) return null;
  const find = (known: readonly (readonly [RegExp, string])[]) =>
    known.find(([sign]) => sign.test(userAgent))?.[1];
  const words = [find(PROGRAMS), find(SYSTEMS)].filter(Boolean);
  return words.length > 0 ? words.join(' · ') : userAgent.slice(0, LONGEST);
}
