/**
 * What Brazilians choose first, beside what the shipped dictionary of leaked passwords has: words of access, faith, family,
 * football and place, and the product's own name. Without accents, in small letters, most frequent first.
 */
export const FAVOURITE_PASSWORDS: readonly string[] = [
  ...['senha', 'senhas', 'minhasenha', 'senha123', 'senhaforte', 'segredo', 'secreta', 'acesso', 'entrar'],
  ...['mudar', 'mudar123', 'trocar', 'teste', 'testando', 'usuario', 'administrador', 'padrao', 'guiche'],
  ...['gateway', 'pagamento', 'pagamentos', 'cobranca', 'boleto', 'dinheiro', 'empresa', 'loja', 'vendas'],
  ...[
    'brasil',
    'brasileiro',
    'brasileira',
    'saopaulo',
    'riodejaneiro',
    'bahia',
    'minas',
    'gaucho',
    'carioca',
  ],
  ...['flamengo', 'corinthians', 'palmeiras', 'saopaulofc', 'santos', 'vasco', 'vascodagama', 'gremio'],
  ...[
    'internacional',
    'colorado',
    'cruzeiro',
    'atletico',
    'galo',
    'botafogo',
    'fluminense',
    'sport',
    'ceara',
  ],
  ...['fortaleza', 'vitoria', 'mengao', 'timao', 'verdao', 'tricolor', 'peixe', 'selecao', 'futebol', 'hexa'],
  ...['deus', 'deusefiel', 'deusfiel', 'jesus', 'jesuscristo', 'jesusteama', 'senhor', 'maria', 'aparecida'],
  ...['gratidao', 'abencoado', 'abencoada', 'familia', 'minhafamilia', 'minhavida', 'amor', 'meuamor'],
  ...['amorzinho', 'teamo', 'euteamo', 'amoreterno', 'saudade', 'felicidade', 'princesa', 'princesinha'],
  ...['gatinha', 'gatinho', 'cachorro', 'bebe', 'mamae', 'papai', 'vovo', 'filho', 'filha', 'esperanca'],
  ...['joao', 'jose', 'antonio', 'francisco', 'carlos', 'paulo', 'pedro', 'lucas', 'gabriel', 'rafael'],
  ...['ana', 'fernanda', 'juliana', 'amanda', 'bruna', 'camila', 'larissa', 'leticia', 'beatriz', 'vitoria'],
  ...['janeiro', 'fevereiro', 'marco', 'abril', 'maio', 'junho', 'julho', 'agosto', 'setembro', 'outubro'],
  ...['novembro', 'dezembro', 'segunda', 'sexta', 'verao', 'carnaval', 'churrasco', 'cerveja', 'praia'],
];

/** Small letters without accents: how words of different spelling are compared. */
export function plainLetters(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
