const SHAPE = /^https?:\/\/([^\s\\/?#]+)[^\s\\]*$/i;

/** One label of a host name, at most 63 characters. A name that cannot be registered is a typing error. */
const LABEL = /^(?=.*[a-z0-9])[a-z0-9_-]{1,63}$/;
const MAX_NAME_LENGTH = 253;

export const MAX_WEB_ADDRESS_LENGTH = 2_048;

/**
 * An absolute http or https URL with a host and without credentials. Spaces and backslashes are refused as text,
 * because the URL parser would quietly drop or turn them.
 */
export function isWebAddress(text: string): boolean {
  const authority = SHAPE.exec(text)?.[1];
  if (!authority || text.length > MAX_WEB_ADDRESS_LENGTH) return false;
  return !authority.includes('@') && URL.canParse(text) && canExist(new URL(text));
}

function canExist({ hostname, port }: URL): boolean {
  if (port === '0') return false;
  if (hostname.startsWith('[')) return true;
  const name = hostname.replace(/\.$/, '');
  return name.length <= MAX_NAME_LENGTH && name.split('.').every((label) => LABEL.test(label));
}
