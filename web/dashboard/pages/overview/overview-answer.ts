import type { Answer } from '../../api/client.ts';

export type Overview = Answer<'/api/v1/overview'>;
