import type { Answer } from '../../api/client.ts';

/** An account as operators see it. */
export type AccountDetails = Answer<'/api/v1/admin/accounts/{id}'>;
