import type { CardPart, Entered, EnteredCard, EntrySettings } from './card-entry.ts';

type Invalid = { Field?: string };
type Sop = (options: {
  accessToken: string;
  environment: string;
  language: string;
  enableBinQuery: boolean;
  enableVerifyCard: boolean;
  enableTokenize: boolean;
  cvvrequired: boolean;
  onSuccess(answer: { PaymentToken?: string }): void;
  onError(error: unknown): void;
  onInvalid(fields: readonly Invalid[]): void;
}) => void;

const PARTS: readonly (readonly [name: RegExp, part: CardPart])[] = [
  [/holder/i, 'holder'],
  [/number/i, 'number'],
  [/expiration/i, 'expiry'],
  [/cvv/i, 'cvv'],
];

/** Cielo's script (Silent Order Post) reads the card from fields of certain classes and sends it by itself. */
export async function sendToCielo(settings: EntrySettings, card: EnteredCard): Promise<Entered> {
  const send = await loadScript(settings);
  const fields = fieldsFor(card);
  document.body.append(fields);
  try {
    return await new Promise<Entered>((done, fail) => {
      send({
        accessToken: settings.accessToken || '',
        environment: settings.environment || 'production',
        language: document.documentElement.lang.slice(0, 2) === 'en' ? 'EN' : 'PT',
        enableBinQuery: false,
        enableVerifyCard: false,
        enableTokenize: false,
        cvvrequired: true,
        onSuccess: ({ PaymentToken: token }) =>
          token ? done({ token }) : fail(new Error('Cielo made no token')),
        onError: () => fail(new Error('Cielo does not answer')),
        onInvalid: (invalid) => done({ wrong: partsOf(invalid) }),
      });
    });
  } finally {
    fields.remove();
  }
}

function partsOf(invalid: readonly Invalid[]): CardPart[] {
  const named = invalid.map(({ Field: name }) => name || '').join(' ');
  return PARTS.filter(([name]) => name.test(named)).map(([, part]) => part);
}

/** As its script wants them, outside of any form: the payer's own are spaced out. */
function fieldsFor(card: EnteredCard): HTMLElement {
  const place = document.createElement('div');
  place.hidden = true;
  const values = {
    'bp-sop-cardholdername': card.holder,
    'bp-sop-cardnumber': card.number,
    'bp-sop-cardexpirationdate': `${card.month}/${card.year}`,
    'bp-sop-cardcvvc': card.cvv,
  };
  for (const [name, value] of Object.entries(values)) {
    const input = document.createElement('input');
    input.className = name;
    input.value = value;
    place.append(input);
  }
  return place;
}

/** With its digest where the acquirer publishes one: then only this very script runs. */
function loadScript({ script: address = '', integrity }: EntrySettings): Promise<Sop> {
  const known = sopOf();
  if (known) return Promise.resolve(known);
  return new Promise((done, fail) => {
    const script = document.createElement('script');
    script.src = address;
    if (integrity) {
      script.integrity = integrity;
      script.crossOrigin = 'anonymous';
    }
    script.addEventListener('load', () => {
      const loaded = sopOf();
      if (loaded) done(loaded);
      else fail(new Error('not the script of Cielo'));
    });
    script.addEventListener('error', () => fail(new Error('the script of Cielo was not loaded')));
    document.head.append(script);
  });
}

function sopOf(): Sop | undefined {
  return (window as { bpSop_silentOrderPost?: Sop }).bpSop_silentOrderPost;
}
