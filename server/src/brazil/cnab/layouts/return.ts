import { layout } from '../layout.ts';
import { detailStart } from './detail-start.ts';

/** FEBRABAN, CNAB 240, version 10.6: the details of a return. Each occurrence is a T and the U behind it. */

export const segmentT = layout('segment T', [
  ...detailStart('T'),
  ['branch', 18, 22, 'number'],
  ['branchDigit', 23, 23, 'code'],
  ['account', 24, 35, 'number'],
  ['accountDigit', 36, 36, 'code'],
  ['branchAccountDigit', 37, 37, 'code'],
  ['ourNumber', 38, 57, 'code'],
  ['walletKind', 58, 58, 'number'],
  ['documentNumber', 59, 73, 'code'],
  ['dueDate', 74, 81, 'date'],
  ['amount', 82, 96, 'money'],
  ['collectingBank', 97, 99, 'number'],
  ['collectingBranch', 100, 104, 'number'],
  ['collectingBranchDigit', 105, 105, 'code'],
  ['reference', 106, 130, 'code'],
  ['currency', 131, 132, 'number'],
  ['payerType', 133, 133, 'number'],
  ['payerDocument', 134, 148, 'document'],
  ['payerName', 149, 188, 'text'],
  ['contract', 189, 198, 'number'],
  ['fee', 199, 213, 'money'],
  ['reasons', 214, 223, 'code'],
  [null, 224, 240, 'blank'],
]);

export const segmentU = layout('segment U', [
  ...detailStart('U'),
  ['charges', 18, 32, 'money'],
  ['discountGiven', 33, 47, 'money'],
  ['rebateGiven', 48, 62, 'money'],
  ['iofPaid', 63, 77, 'money'],
  ['paid', 78, 92, 'money'],
  ['net', 93, 107, 'money'],
  ['otherExpenses', 108, 122, 'money'],
  ['otherCredits', 123, 137, 'money'],
  ['occurredOn', 138, 145, 'date'],
  ['creditedOn', 146, 153, 'date'],
  ['payerOccurrence', 154, 157, 'code'],
  ['payerOccurrenceOn', 158, 165, 'code'],
  ['payerOccurrenceAmount', 166, 180, 'money'],
  ['payerOccurrenceText', 181, 210, 'text'],
  ['correspondentBank', 211, 213, 'number'],
  ['correspondentNumber', 214, 233, 'code'],
  [null, 234, 240, 'blank'],
]);
