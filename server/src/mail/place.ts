import type { Lang } from '../kit/language.ts';

/** When and from where something was done. */
export type Place = { at: string; address: string | null; device: string | null };

const LABELS = {
  pt: { at: 'Quando', address: 'Endereço IP', device: 'Navegador', zone: 'horário de Brasília' },
  en: { at: 'When', address: 'IP address', device: 'Browser', zone: 'Brasília time' },
} as const;
const TAGS = { pt: 'pt-BR', en: 'en-GB' } as const;
const MAX_DEVICE_LENGTH = 120;

export function placeFacts({ at, address, device }: Place, lang: Lang): (readonly [string, string])[] {
  const labels = LABELS[lang];
  const when = new Intl.DateTimeFormat(TAGS[lang], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'America/Sao_Paulo',
  }).format(Date.parse(at));
  return [
    [labels.at, `${when} (${labels.zone})`],
    ...(address ? [[labels.address, address] as const] : []),
    ...(device ? [[labels.device, device.slice(0, MAX_DEVICE_LENGTH)] as const] : []),
  ];
}
