import { access } from './access.ts';
import { alerts } from './alerts.ts';
import { bankFiles } from './bank-files.ts';
import { catalog } from './catalog.ts';
import { charges } from './charges.ts';
import { common } from './common.ts';
import { coupons } from './coupons.ts';
import { disputes } from './disputes.ts';
import { identity } from './identity.ts';
import { identityReview } from './identity-review.ts';
import { imports } from './imports.ts';
import { inbox } from './inbox.ts';
import { integrations } from './integrations.ts';
import { links } from './links.ts';
import { lists } from './lists.ts';
import { money } from './money.ts';
import { notifications } from './notifications.ts';
import { operatorWork } from './operator-work.ts';
import { operators } from './operators.ts';
import { overview } from './overview.ts';
import { reconciliation } from './reconciliation.ts';
import { settings } from './settings.ts';
import { team } from './team.ts';

export const texts = {
  access,
  bankFiles,
  catalog,
  charges,
  common,
  coupons,
  disputes,
  identity,
  identityReview,
  inbox,
  imports,
  integrations,
  links,
  lists,
  money,
  notifications,
  operatorWork,
  operators,
  overview,
  alerts,
  reconciliation,
  settings,
  team,
};
export type Texts = typeof texts;
