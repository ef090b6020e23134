import { actorOf } from '../../http/actor.ts';
import { type App, errorAnswers } from '../../http/app-type.ts';
import type { Deps } from '../../http/deps.ts';
import { accountOf } from '../../http/principal.ts';
import { readColor } from '../read-color.ts';
import { changeBrand, findBrand } from './brand.ts';
import { brandingShape, changeBrandingBody, presentBranding } from './shapes.ts';

const PATH = '/api/v1/account/branding';
const tags = ['Account'];

export function brandingRoutes(app: App, deps: Deps): void {
  app.get(PATH, {
    config: { access: 'key' },
    schema: {
      tags,
      summary: 'Get what payers see of you: name, colour, logo, texts',
      response: { 200: brandingShape, ...errorAnswers },
    },
    handler: async (request) => presentBranding(await findBrand(deps.db, accountOf(request)), deps.publicUrl),
  });
  app.patch(PATH, {
    config: { access: 'key' },
    schema: {
      tags,
      summary: 'Change what payers see of you; absent fields are unchanged, null clears',
      body: changeBrandingBody,
      response: { 200: brandingShape, ...errorAnswers },
    },
    handler: async (request) => {
      const { page_color: color, ...others } = request.body;
      const change = { ...others, page_color: color ? readColor(color) : color };
      return presentBranding(await changeBrand(deps, actorOf(request), change), deps.publicUrl);
    },
  });
}
