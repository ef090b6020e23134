import { prepareAnnouncements } from './announce.ts';
import { enhanceCheckedForms } from './checked-form.ts';
import { clearCardOnReturn } from './clear-card.ts';
import { serverClock } from './clock.ts';
import { enhanceCopyButtons } from './copy.ts';
import { enhanceCountdowns } from './countdown.ts';
import { followPayment } from './live.ts';
import { enhanceMaskedFields } from './masked-field.ts';
import { enhanceGuardedLinks, enhanceOnceForms } from './once.ts';
import { enhancePrintAndShare } from './print-and-share.ts';
import { enhanceReturn } from './return.ts';
import { enhanceTotals } from './total.ts';
import { enhanceWork } from './work.ts';

/**
 * The pages work without script. Checks are attached before the lock, so that an invalid form is not locked; between them
 * comes what else a form waits for.
 */
export function enhancePage(beforeSending: () => void = () => undefined): void {
  const now = serverClock();
  prepareAnnouncements();
  enhanceCopyButtons();
  enhancePrintAndShare();
  enhanceMaskedFields();
  enhanceCheckedForms(now);
  enhanceTotals();
  enhanceWork();
  beforeSending();
  enhanceOnceForms();
  enhanceGuardedLinks();
  clearCardOnReturn();
  enhanceReturn();
  enhanceCountdowns({ now, onEnd: followPayment() });
}
