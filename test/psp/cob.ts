import { type ChargeKind, violation } from './charge.ts';
import { SECONDS_PER_DAY } from './period.ts';

/** An immediate charge. Its status says nothing of its expiry: an expired one stays ATIVA. */
export const COB: ChargeKind = {
  name: 'cob',
  missing: 'CobNaoEncontrado',
  invalid: 'CobOperacaoInvalida',
  badQuery: 'CobConsultaInvalida',
  complete: (request) => ({
    ...request,
    calendario: { ...request.calendario, expiracao: request.calendario?.expiracao ?? SECONDS_PER_DAY },
  }),
  check({ calendario }) {
    const { expiracao = SECONDS_PER_DAY } = calendario ?? {};
    return expiracao > 0 ? [] : [violation('cob.calendario.expiracao', 'é igual ou menor que zero')];
  },
};
