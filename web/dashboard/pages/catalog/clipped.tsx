/** Text in a cell of two lines, cut off if too long; the full text is the tooltip. */
export function Clipped({ text, isStrong = false }: { text: string; isStrong?: boolean }) {
  return (
    <span title={text} className={`line-clamp-2 wrap-anywhere ${isStrong ? 'font-medium' : ''}`}>
      {text}
    </span>
  );
}
