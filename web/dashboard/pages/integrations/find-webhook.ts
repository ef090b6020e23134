import { useQuery } from '@tanstack/react-query';
import { get, type Item } from '../../api/client.ts';

export type Webhook = Item<'/api/v1/webhooks'>;

const MAX_PAGE_SIZE = 100;

/** An account has at most fifty webhooks, so one page holds them all. */
async function loadWebhooks(): Promise<Webhook[]> {
  const { data } = await get('/api/v1/webhooks', { query: { limit: MAX_PAGE_SIZE } });
  return data;
}

export function useWebhooks() {
  return useQuery({ queryKey: ['webhooks', 'all'], queryFn: loadWebhooks });
}

/** Null: not found. */
export function useWebhook(id: string) {
  return useQuery({
    queryKey: ['webhooks', 'all'],
    queryFn: loadWebhooks,
    select: (webhooks) => webhooks.find((each) => each.id === id) ?? null,
  });
}
