import { type Answer, fieldsOf } from '../kit/call.ts';
import { malformation, missingRateHeader } from '../kit/error-shape.ts';
import type { MadeRequest } from './requests.ts';

/** What is wrong with the answer to a request that was made from the description; null: nothing. */
export function faultOf({ operation, method }: MadeRequest, answer: Answer): string | null {
  const general = faultOfAny(answer, method);
  if (general) return general;
  if (answer.status >= 400) return null;
  if (!operation.describes.includes(answer.status)) return `the status ${answer.status} is not described`;
  const validate = operation.successBody(answer.status);
  if (!validate || validate(answer.json)) return null;
  const [first] = validate.errors ?? [];
  return `the answer is not as described: ${first?.instancePath} ${first?.message} ${JSON.stringify(first?.params)}`;
}

/** What must hold for every answer under /api/, whatever was sent. */
export function faultOfAny(answer: Answer, method: string): string | null {
  if (answer.status >= 500 && !isOverloaded(answer)) return `answered ${answer.status}`;
  // An answer to HEAD has no body.
  const wrong = method === 'HEAD' ? null : malformation(answer);
  return wrong ?? missingRateHeader(answer);
}

export function isOverloaded({ status, json }: Answer): boolean {
  return status === 500 && fieldsOf(json).code === 'OVERLOADED';
}
