import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError } from './errors.ts';

/**
 * A write. When its answer is lost, pressing again with the same input repeats it under the same Idempotency-Key, so
 * that nothing is done twice; after any answer the next press is a new wish. Everything on screen is read again after.
 */
export function useSend<Input, Output>(
  send: (input: Input, idempotencyKey: string) => Promise<Output>,
  after?: (output: Output, input: Input) => void,
) {
  const client = useQueryClient();
  const open = useRef<{ input: string; key: string } | null>(null);
  return useMutation<Output, Error, Input>({
    mutationFn: async (input) => {
      const written = JSON.stringify(input) ?? '';
      if (open.current?.input !== written) open.current = { input: written, key: crypto.randomUUID() };
      try {
        const output = await send(input, open.current.key);
        open.current = null;
        return output;
      } catch (error) {
        if (error instanceof ApiError && error.status < 500) open.current = null;
        throw error;
      }
    },
    onSuccess: async (output, input) => {
      await client.invalidateQueries();
      after?.(output, input);
    },
  });
}
