/** A pure function that keeps its last results. When it holds `max`, the oldest is dropped. */
export function memoize<V>(max: number, make: (key: string) => V): (key: string) => V {
  const kept = new Map<string, V>();
  return (key) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    const [oldest] = kept.size < max ? [] : kept.keys();
    if (oldest !== undefined) kept.delete(oldest);
    kept.set(key, value);
    return value;
  };
}
