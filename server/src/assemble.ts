import type { Deps } from './http/deps.ts';
import { Dispatcher } from './webhooks/dispatch/dispatcher.ts';
import { DeliveryMetrics } from './webhooks/metrics.ts';

/** The parts with a state of their own that a process has once. */
export type Parts = { readonly dispatcher: Dispatcher; readonly deliveryMetrics: DeliveryMetrics };

/** Builds the parts on their dependencies. Every process, and every gateway of a test, is assembled here. */
export function assemble<D extends Deps>(deps: D): D & Parts {
  const deliveryMetrics = new DeliveryMetrics();
  return { ...deps, deliveryMetrics, dispatcher: new Dispatcher(deps, deliveryMetrics) };
}
