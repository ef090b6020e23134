import { access } from './access.ts';
import { catalog } from './catalog.ts';
import { charges } from './charges.ts';
import { common } from './common.ts';
import { integrations } from './integrations.ts';
import { lists } from './lists.ts';
import { money } from './money.ts';
import { notifications } from './notifications.ts';
import { operators } from './operators.ts';
import { overview } from './overview.ts';
import { settings } from './settings.ts';
import { inCommon, team } from './team.ts';

/** The team's words beside the common ones. */
const commonWithTeam = {
  ...common,
  menu: { ...common.menu, ...inCommon.menu },
  codes: { ...common.codes, ...inCommon.codes },
  audit: {
    ...common.audit,
    actions: { ...common.audit.actions, ...inCommon.auditActions },
    fields: { ...common.audit.fields, ...inCommon.auditFields },
    targets: { ...common.audit.targets, ...inCommon.auditTargets },
  },
};

export const texts = {
  access,
  catalog,
  charges,
  common: commonWithTeam,
  integrations,
  lists,
  money,
  notifications,
  operators,
  overview,
  settings,
  team,
};
export type Texts = typeof texts;
