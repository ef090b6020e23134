import type { App } from '../http/app-type.ts';
import { inkOn, normalizeColor, readableOn } from '../kit/color.ts';
import { notFound } from '../kit/errors.ts';
import { DARK_SURFACE, LIGHT_GROUND } from './styles.ts';

/** Where the stylesheet of a seller's colour is found: the colour is the name, so it may be kept for ever. */
export function accentPath(color: string): string {
  return `/assets/accent.${color.slice(1)}.css`;
}

/** A stylesheet of its own, because the pages allow no style inside them. */
export function accentRoutes(app: App): void {
  app.get('/assets/accent.:color.css', { schema: { hide: true } }, (request, reply) => {
    const { color = '' } = request.params as { color?: string };
    const normal = normalizeColor(`#${color}`);
    if (!normal || normal !== `#${color}`) throw notFound('Page');
    return reply
      .header('Cache-Control', 'public, max-age=31536000, immutable')
      .type('text/css; charset=utf-8')
      .send(accentStyles(normal));
  });
}

/** The seller's colour as it can be read on our grounds. */
export function accentStyles(color: string): string {
  const light = readableOn(color, LIGHT_GROUND);
  const dark = readableOn(color, DARK_SURFACE);
  return `:root{--accent:${light};--on-accent:${inkOn(light)}}
@media (prefers-color-scheme:dark){:root{--accent:${dark};--on-accent:${inkOn(dark)}}}
`;
}
