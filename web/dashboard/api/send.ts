import { useMutation, useQueryClient } from '@tanstack/react-query';

/** A write. Afterwards every query on screen is read again, also if the write was refused or its outcome is unknown. */
export function useSend<Input, Output>(
  send: (input: Input) => Promise<Output>,
  after?: (output: Output, input: Input) => void,
) {
  const client = useQueryClient();
  return useMutation<Output, Error, Input>({
    mutationFn: send,
    onError: () => void client.invalidateQueries(),
    onSuccess: async (output, input) => {
      await client.invalidateQueries();
      after?.(output, input);
    },
  });
}
