import { braspag, cielo } from '../cielo/bank.ts';
import { cnabBanks } from '../cnab/bank.ts';
import { efi } from '../efi/bank.ts';
import { inter } from '../inter/bank.ts';
import { pagarme } from '../pagarme/bank.ts';
import type { Bank } from './bank.ts';

/** The banks that can be named in GUICHE_BOLETO, GUICHE_PAYOUT and GUICHE_CARD. */
export const banks: readonly Bank[] = [efi, inter, pagarme, cielo, braspag, ...cnabBanks];
