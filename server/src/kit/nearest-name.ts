/** A third of a name may be mistyped. */
const MAX_SHARE = 1 / 3;

/** The known name that was probably meant; null: none is near. Case and separators do not count. */
export function nearestName(name: string, known: readonly string[]): string | null {
  const typed = plain(name);
  let nearest: { name: string; distance: number } | null = null;
  for (const each of known) {
    const distance = editsBetween(typed, plain(each));
    if (distance > each.length * MAX_SHARE) continue;
    if (!nearest || distance < nearest.distance) nearest = { name: each, distance };
  }
  return nearest?.name ?? null;
}

const MAX_LENGTH = 64;

function plain(name: string): string {
  return name
    .slice(0, MAX_LENGTH)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}

/** Letters to add, drop or replace. */
function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) {
      const replaced = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
