/** A text of any length on one line of a cell, the whole of it when pointed at. It gives way to what must stay whole. */
export function OneLine({ text, className = '' }: { text: string; className?: string }) {
  return (
    <span className={`grid grid-cols-[minmax(0,1fr)] ${className}`}>
      <span title={text} dir="auto" className="truncate text-start">
        {text}
      </span>
    </span>
  );
}
