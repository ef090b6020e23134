/** A text of any length in a cell of two lines; the whole of it when pointed at. */
export function Clipped({ text, isStrong = false }: { text: string; isStrong?: boolean }) {
  return (
    <span title={text} className={`line-clamp-2 wrap-anywhere ${isStrong ? 'font-medium' : ''}`}>
      {text}
    </span>
  );
}
