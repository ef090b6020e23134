import { useQuery } from '@tanstack/react-query';

const QUIET_ZONE = 4;

/** Always dark on white, so that cameras can read it. The encoder is loaded only when a code is shown. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const drawing = useQuery({ queryKey: ['qr', text], queryFn: () => draw(text), staleTime: Infinity });
  const { path, size } = drawing.data ?? { path: '', size: 1 };
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-44 rounded-lg border bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}

async function draw(text: string): Promise<{ path: string; size: number }> {
  const { encodeQR } = await import('qr');
  const rows = encodeQR(text, 'raw', { border: QUIET_ZONE });
  const path = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return { path, size: rows.length };
}
