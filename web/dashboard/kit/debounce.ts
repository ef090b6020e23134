import { replaceEqualDeep } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

const TYPING_MS = 300;

/** The value once it has not changed for a moment, so that a key press does not start a request. */
export function useDebounced<T>(value: T, delayMs = TYPING_MS): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    // An equal value stays the same object, so that React does not render again.
    const timer = setTimeout(() => setDebounced((before) => replaceEqualDeep(before, value)), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return debounced;
}
