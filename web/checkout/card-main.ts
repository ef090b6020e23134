import { goToBank } from './bank.ts';
import { enhanceCardEntry } from './card-entry.ts';
import { enhancePage } from './enhance.ts';

// Where an acquirer gets the card: everything that the other pages do, and that.
enhancePage(enhanceCardEntry);
goToBank();
