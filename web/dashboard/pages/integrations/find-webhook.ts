import { useQuery } from '@tanstack/react-query';
import { get, type Item } from '../../api/client.ts';

export type Webhook = Item<'/api/v1/webhooks'>;

const LARGEST_PAGE = 100;

/** An account has few webhooks (fifty at most), so one page holds them all. */
async function loadWebhooks(): Promise<Webhook[]> {
  const { data } = await get('/api/v1/webhooks', { query: { limit: LARGEST_PAGE } });
  return data;
}

export function useWebhooks() {
  return useQuery({ queryKey: ['webhooks', 'all'], queryFn: loadWebhooks });
}

/** Null: there is none of this id. */
export function useWebhook(id: string) {
  return useQuery({
    queryKey: ['webhooks', 'all'],
    queryFn: loadWebhooks,
    select: (webhooks) => webhooks.find((each) => each.id === id) ?? null,
  });
}
