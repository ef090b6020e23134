import { useEffect, useState } from 'react';

const TYPING_MS = 300;

/** The value as it stood when it last kept still: nothing is asked for at every key. */
export function useSettled<T>(value: T, milliseconds = TYPING_MS): T {
  const [settled, setSettled] = useState(value);
  const written = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(written) as T), milliseconds);
    return () => clearTimeout(timer);
  }, [written, milliseconds]);
  return settled;
}
