/** The server's clock: the payer's may be wrong, and that of the sandbox may have been moved. */
export function serverClock(): () => number {
  const sentAt = Date.parse(document.documentElement.dataset.now || '');
  if (Number.isNaN(sentAt)) return () => Date.now();
  const ahead = sentAt - answerBeganAt();
  return () => Date.now() + ahead;
}

/** The page carries its time of creation, which on a slow connection is well before it is loaded. */
function answerBeganAt(): number {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const sinceThenMs = navigation?.responseStart ? performance.now() - navigation.responseStart : 0;
  return Date.now() - sinceThenMs;
}
