const SHOWN = 8;

/** The end of an id identifies it: the beginning is the time, which neighbours share. */
export function ShortId({ id }: { id: string }) {
  return (
    <code title={id} className="font-mono text-small whitespace-nowrap">
      …{id.slice(-SHOWN)}
    </code>
  );
}
