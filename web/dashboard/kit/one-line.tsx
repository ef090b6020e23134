/** Text on one line of a cell, cut off if too long; the full text is the tooltip. */
export function OneLine({ text, className = '' }: { text: string; className?: string }) {
  return (
    <span className={`grid grid-cols-[minmax(0,1fr)] ${className}`}>
      <span title={text} dir="auto" className="truncate text-start">
        {text}
      </span>
    </span>
  );
}
