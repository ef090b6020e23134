import type { ReactNode } from 'react';

/** Small line drawings of empty lists: what will be there, in grey, and one stroke of it in the accent. */
const DRAWINGS = {
  list: (
    <>
      <rect x="18" y="10" width="60" height="52" rx="6" />
      <path d="M28 24h24M28 36h40M28 48h32" />
      <circle className="stroke-accent" cx="68" cy="24" r="4" />
    </>
  ),
  charge: (
    <>
      <path d="M26 8h44v56l-7-5-8 5-7-5-7 5-8-5-7 5Z" />
      <path d="M36 22h24M36 32h24" />
      <path className="stroke-accent" d="M36 45h10M54 45h6" />
    </>
  ),
  people: (
    <>
      <circle cx="36" cy="26" r="10" />
      <path d="M16 60c1-13 9-20 20-20s19 7 20 20" />
      <circle className="stroke-accent" cx="66" cy="30" r="7" />
      <path className="stroke-accent" d="M64 44c9 0 15 5 16 15" />
    </>
  ),
  product: (
    <>
      <path d="m48 8 28 13v30L48 64 20 51V21Z" />
      <path d="m20 21 28 13 28-13M48 34v30" />
      <path className="stroke-accent" d="m34 14.500 28 13v10" />
    </>
  ),
  link: (
    <>
      <path d="M42 44 54 32" />
      <path d="m50 22 7-7a12 12 0 0 1 17 17l-7 7a12 12 0 0 1-13 3" />
      <path className="stroke-accent" d="m46 54-7 7a12 12 0 0 1-17-17l7-7a12 12 0 0 1 13-3" />
    </>
  ),
  money: (
    <>
      <rect x="14" y="18" width="68" height="40" rx="6" />
      <circle cx="48" cy="38" r="9" />
      <path className="stroke-accent" d="M24 28h6M66 48h6" />
    </>
  ),
  code: (
    <>
      <rect x="14" y="12" width="68" height="48" rx="6" />
      <path d="M14 24h68" />
      <path className="stroke-accent" d="m34 34-7 7 7 7M52 34l7 7-7 7" />
    </>
  ),
  closed: (
    <>
      <rect x="26" y="32" width="44" height="32" rx="6" />
      <path d="M34 32v-8a14 14 0 0 1 28 0v8" />
      <path className="stroke-accent" d="M48 44v8" />
    </>
  ),
  shield: (
    <>
      <path d="M48 8 22 18v16c0 16 11 25 26 30 15-5 26-14 26-30V18Z" />
      <path className="stroke-accent" d="m37 36 8 8 15-16" />
    </>
  ),
  mail: (
    <>
      <rect x="14" y="16" width="68" height="44" rx="6" />
      <path className="stroke-accent" d="m16 22 32 22 32-22" />
    </>
  ),
} satisfies Record<string, ReactNode>;

export type DrawingName = keyof typeof DRAWINGS;

export function Drawing({ name }: { name: DrawingName }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 96 72"
      className="w-24 fill-none stroke-strong-line stroke-2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {DRAWINGS[name]}
    </svg>
  );
}
