const SHAPE = /^https?:\/\/([^\s\\/?#]+)[^\s\\]*$/i;

export const LONGEST_WEB_ADDRESS = 2_048;

/**
 * An absolute http or https URL with a host and without credentials. Spaces and backslashes are refused as text,
 * because the URL parser would quietly drop or turn them.
 */
export function isWebAddress(text: string): boolean {
  const authority = SHAPE.exec(text)?.[1];
  if (!authority || text.length > LONGEST_WEB_ADDRESS) return false;
  return !authority.includes('@') && URL.canParse(text);
}
