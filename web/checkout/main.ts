import { enhancePage } from './enhance.ts';

enhancePage();
