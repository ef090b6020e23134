import type { App } from '../http/app-type.ts';
import { inkOn, normalizeColor, readableOn } from '../kit/color.ts';
import { notFound } from '../kit/errors.ts';
import { markSvg, previewPng } from './mark.ts';
import { DARK_SURFACE, LIGHT_GROUND } from './styles.ts';

type InColor = { path: string; type: string; content: (color: string) => string | Buffer };

/** What is drawn in the seller's colour. Styles are a file because the content policy forbids inline ones. */
const IN_COLOR = {
  styles: { path: '/assets/accent.:color.css', type: 'text/css; charset=utf-8', content: accentStyles },
  icon: {
    path: '/assets/icon.:color.svg',
    type: 'image/svg+xml',
    content: (color) => markSvg(color, inkOn(color)),
  },
  preview: {
    path: '/assets/preview.:color.png',
    type: 'image/png',
    content: (color) => previewPng(color, inkOn(color)),
  },
} satisfies Record<string, InColor>;

/** The colour is in the name, so that the file can be cached without expiry. */
export function inColorPath(name: keyof typeof IN_COLOR, color: string): string {
  return IN_COLOR[name].path.replace(':color', color.slice(1));
}

export function accentRoutes(app: App): void {
  for (const { path, type, content } of Object.values(IN_COLOR)) {
    app.get(path, { schema: { hide: true } }, (request, reply) => {
      const { color = '' } = request.params as { color?: string };
      const normal = normalizeColor(`#${color}`);
      if (!normal || normal !== `#${color}`) throw notFound('Page');
      return reply
        .header('Cache-Control', 'public, max-age=31536000, immutable')
        .type(type)
        .send(content(normal));
    });
  }
}

/** The seller's colour, adjusted to be readable on our backgrounds. */
export function accentStyles(color: string): string {
  const light = readableOn(color, LIGHT_GROUND);
  const dark = readableOn(color, DARK_SURFACE);
  return `:root{--accent:${light};--on-accent:${inkOn(light)}}
@media (prefers-color-scheme:dark){:root{--accent:${dark};--on-accent:${inkOn(dark)}}}
`;
}
