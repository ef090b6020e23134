/**
 * Where everyone gets a public picture. Two ids have 148 random bits, and a file never changes: browsers may keep it.
 * The account is in it because it says on which node the file lies.
 */
export function picturePath(accountId: string, fileId: string): string {
  return `/pictures/${accountId}/${fileId}`;
}
