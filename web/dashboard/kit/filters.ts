import { useSearchParams } from 'wouter';

/** Filters are in the address, so that a filtered list can be bookmarked and shared. */
export function useFilters<const Name extends string>(names: readonly Name[]) {
  const [parameters, setParameters] = useSearchParams();
  const values = Object.fromEntries(names.map((name) => [name, parameters.get(name) || undefined])) as Record<
    Name,
    string | undefined
  >;
  const set = (changes: Partial<Record<Name, string | undefined>>) =>
    setParameters(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes) as [Name, string | undefined][]) {
          if (value) after.set(name, value);
          else after.delete(name);
        }
        return after;
      },
      { replace: true },
    );
  const clear = () =>
    set(Object.fromEntries(names.map((name) => [name, undefined])) as Record<Name, undefined>);
  const count = names.filter((name) => values[name] !== undefined).length;
  return { values, set, clear, count, active: count > 0 };
}
