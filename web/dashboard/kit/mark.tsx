/** Our mark, the ticket that one draws at a counter, in the colour of what is accented. It stands beside the name. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 64 64" width={size} height={size} className="shrink-0 text-accent">
      <rect width="64" height="64" rx="14" fill="currentColor" />
      <path
        className="fill-on-accent"
        fillRule="evenodd"
        d="M15 18h34a5 5 0 0 1 5 5v4a5 5 0 0 0 0 10v4a5 5 0 0 1-5 5H15a5 5 0 0 1-5-5v-4a5 5 0 0 0 0-10v-4a5 5 0 0 1 5-5Zm25 4v4h2.5v-4Zm0 8v4h2.5v-4Zm0 8v4h2.5v-4Z"
      />
    </svg>
  );
}
