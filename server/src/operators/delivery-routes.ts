import { Type } from 'typebox';
import type { ChargeDeps } from '../charges/deps.ts';
import { type App, errorAnswers } from '../http/app-type.ts';
import { namedObject } from '../http/fields.ts';
import { queueFigures } from '../webhooks/metrics.ts';

const queueShape = namedObject('DeliveryQueue', {
  object: Type.Literal('delivery_queue'),
  due: Type.Integer({ description: 'Due now' }),
  waiting: Type.Integer({ description: 'Waiting for a retry' }),
  running: Type.Integer({ description: 'In flight' }),
  paused: Type.Integer({ description: 'Held for paused webhooks' }),
  failed: Type.Integer({ description: 'Failed in the last 24 hours' }),
  oldest_age_seconds: Type.Number({ description: 'Age of the oldest due delivery' }),
});

export function operatorDeliveryRoutes(app: App, deps: ChargeDeps): void {
  app.get('/api/v1/admin/deliveries', {
    config: { access: 'operator' },
    schema: {
      tags: ['Operators'],
      summary: 'Get the delivery queue of all accounts',
      response: { 200: queueShape, ...errorAnswers },
    },
    handler: async () => {
      const { oldestAgeSeconds, ...counts } = await queueFigures(deps);
      return { object: 'delivery_queue' as const, ...counts, oldest_age_seconds: oldestAgeSeconds };
    },
  });
}
