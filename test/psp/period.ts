import { Problem } from './problem.ts';

export const SECONDS_PER_DAY = 86_400;
const DEFAULT_PAGE_SIZE = 100;
const LARGEST_PAGE_SIZE = 1000;

export type Query = Readonly<Record<string, string>>;
export type Listed<T> = { parametros: object; items: T[] };

/** One page of what lies in the period that the query names, ends included. */
export function pageOf<T>(
  items: readonly T[],
  query: Query,
  instantOf: (item: T) => string,
  badQuery: string,
): Listed<T> {
  const from = instant(query.inicio, badQuery);
  const until = instant(query.fim, badQuery);
  if (until < from) throw new Problem(400, badQuery, 'O fim é anterior ao início.');
  if (query.cpf && query.cnpj) throw new Problem(400, badQuery, 'cpf e cnpj estão ambos preenchidos.');
  const found = items.filter((item) => {
    const at = Date.parse(instantOf(item));
    return at >= from && at <= until;
  });
  const page = whole(query['paginacao.paginaAtual'], 0, badQuery);
  const size = whole(query['paginacao.itensPorPagina'], DEFAULT_PAGE_SIZE, badQuery);
  if (size < 1 || size > LARGEST_PAGE_SIZE)
    throw new Problem(400, badQuery, 'A página tem de 1 a 1000 itens.');
  const paginacao = {
    paginaAtual: page,
    itensPorPagina: size,
    quantidadeDePaginas: Math.max(1, Math.ceil(found.length / size)),
    quantidadeTotalDeItens: found.length,
  };
  return {
    parametros: { inicio: query.inicio, fim: query.fim, paginacao },
    items: found.slice(page * size, (page + 1) * size),
  };
}

function instant(text: string | undefined, badQuery: string): number {
  const at = Date.parse(text ?? '');
  if (Number.isNaN(at)) throw new Problem(400, badQuery, 'O período não respeita o schema.');
  return at;
}

function whole(text: string | undefined, otherwise: number, badQuery: string): number {
  const number = text === undefined ? otherwise : Number(text);
  if (!Number.isInteger(number) || number < 0)
    throw new Problem(400, badQuery, 'A paginação não respeita o schema.');
  return number;
}
