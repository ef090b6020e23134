import { createContext, type ReactNode, useContext } from 'react';
import { PAGES, type Permission } from '../../../server/src/kit/permissions.ts';

/** What the session's user may do, by the gateway's own table; null: no session, nothing to hide. */
const PermissionsContext = createContext<readonly Permission[] | null>(null);

export function Permissions({ of, children }: { of: readonly Permission[]; children: ReactNode }) {
  return <PermissionsContext value={of}>{children}</PermissionsContext>;
}

export function useMay(): (needed: Permission | null) => boolean {
  const own = useContext(PermissionsContext);
  return (needed) => needed === null || own === null || own.includes(needed);
}

/** Shows its children to users with the permission, and `otherwise` to others. */
export function May({
  do: needed,
  otherwise = null,
  children,
}: {
  do: Permission;
  otherwise?: ReactNode;
  children: ReactNode;
}) {
  return useMay()(needed) ? children : otherwise;
}

/** What a page of the seller's dashboard needs; null: not a page of the table. */
export function needsOf(href: string): Permission | null {
  const [path = ''] = href.split('?');
  const table: Readonly<Record<string, Permission>> = PAGES;
  return table[path] ?? table[path.replace(/\/[^/]+$/, '/:id')] ?? null;
}
