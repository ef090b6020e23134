import { Type } from 'typebox';
import type { ChargeDeps } from '../charges/deps.ts';
import { type App, errorAnswers } from '../http/app-type.ts';
import { namedObject } from '../http/fields.ts';
import { queueFigures } from '../webhooks/metrics.ts';

const queueShape = namedObject('DeliveryQueue', {
  object: Type.Literal('delivery_queue'),
  due: Type.Integer({ description: 'To be sent now' }),
  waiting: Type.Integer({ description: 'To be tried again later' }),
  running: Type.Integer({ description: 'Under way' }),
  paused: Type.Integer({ description: 'Held for paused webhooks' }),
  failed: Type.Integer({ description: 'Given up in the last 24 hours' }),
  oldest_age_seconds: Type.Number({ description: 'How long the one that is due longest has waited' }),
});

export function operatorDeliveryRoutes(app: App, deps: ChargeDeps): void {
  app.get('/api/v1/admin/deliveries', {
    config: { access: 'operator' },
    schema: {
      tags: ['Operators'],
      summary: 'The queue of notifications of all accounts',
      response: { 200: queueShape, ...errorAnswers },
    },
    handler: async () => {
      const { oldestAgeSeconds, ...counts } = await queueFigures(deps);
      return { object: 'delivery_queue' as const, ...counts, oldest_age_seconds: oldestAgeSeconds };
    },
  });
}
