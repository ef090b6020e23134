import type { App } from '../http/app-type.ts';
import { inkOn, normalizeColor, readableOn } from '../kit/color.ts';
import { notFound } from '../kit/errors.ts';
import { DARK_SURFACE, LIGHT_GROUND } from './styles.ts';

/** The URL of the stylesheet of a colour. The colour is its name, so it can be cached without expiry. */
export function accentPath(color: string): string {
  return `/assets/accent.${color.slice(1)}.css`;
}

/** A separate stylesheet, because the content policy forbids inline styles. */
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

/** The seller's colour, adjusted to be readable on our backgrounds. */
export function accentStyles(color: string): string {
  const light = readableOn(color, LIGHT_GROUND);
  const dark = readableOn(color, DARK_SURFACE);
  return `:root{--accent:${light};--on-accent:${inkOn(light)}}
@media (prefers-color-scheme:dark){:root{--accent:${dark};--on-accent:${inkOn(dark)}}}
`;
}
