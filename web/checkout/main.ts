import { prepareAnnouncements } from './announce.ts';
import { enhanceCheckedForms } from './checked-form.ts';
import { serverClock } from './clock.ts';
import { enhanceCopyButtons } from './copy.ts';
import { enhanceCountdowns } from './countdown.ts';
import { forgetCardOnReturn } from './forget-card.ts';
import { enhanceKeepButtons } from './keep.ts';
import { followPayment } from './live.ts';
import { enhanceMaskedFields } from './masked-field.ts';
import { enhanceAskingLinks, enhanceOnceForms } from './once.ts';

// The pages do their work without any of this. The checks come before the lock: a form with something wrong in it
// is not under way.
const now = serverClock();
prepareAnnouncements();
enhanceCopyButtons();
enhanceKeepButtons();
enhanceMaskedFields();
enhanceCheckedForms(now);
enhanceOnceForms();
enhanceAskingLinks();
forgetCardOnReturn();
enhanceCountdowns({ now, onEnd: followPayment() });
