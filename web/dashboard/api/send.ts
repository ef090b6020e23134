import { useMutation, useQueryClient } from '@tanstack/react-query';

/** A write. Everything on screen is read again after it, also when it was refused or its outcome is not known. */
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
