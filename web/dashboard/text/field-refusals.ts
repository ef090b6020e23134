import type { Language } from './languages.ts';

/** The API's field errors in Portuguese. `$1` is the first group of the expression. */
const PORTUGUESE: readonly (readonly [RegExp, string])[] = [
  [/^is required$|^must not be empty$|^must NOT have fewer than 1 characters$/, 'Preencha este campo'],
  [/^recipient_id is required/, 'Informe a conta que recebe'],
  [/listed twice/, 'Cada conta entra uma vez só'],
  [/owner of the charge cannot/, 'A sua própria conta não entra no split: o resto já é dela'],
  [/^at most (\d+) splits/, 'No máximo $1 contas'],
  [/less than the charge value/, 'As partes precisam somar menos que o valor'],
  [/^is required for a boleto$/, 'Um boleto precisa disto'],
  [/^is the current password$/, 'Escolha outra senha: esta é a de agora'],
  [/^must have at least (\d+) characters, not/, 'Pelo menos $1 caracteres, sem contar espaços nas pontas'],
  [
    /^is one character repeated/,
    'É um caractere só, repetido: junte três ou quatro palavras que não combinam',
  ],
  [/^must not be your CPF or CNPJ/, 'A senha não pode ser o seu CPF ou CNPJ: junte três ou quatro palavras'],
  [/^must not be your e-mail/, 'A senha não pode ser o seu e-mail: junte três ou quatro palavras'],
  [
    /^contains your name or e-mail/,
    'Tem o seu nome ou e-mail e é fácil de adivinhar: use palavras que não têm a ver com você',
  ],
  [/^is easy to guess/, 'É fácil de adivinhar: junte três ou quatro palavras que não combinam'],
  [/already registered/, 'Já existe uma conta com este e-mail'],
  [/^is not in the right form$/, 'O formato não está certo'],
  [/^must NOT have more than (\d+) characters$/, 'No máximo $1 caracteres'],
  [/^must NOT have fewer than (\d+) characters$/, 'Pelo menos $1 caracteres'],
  [/^must NOT have more than (\d+) items$/, 'No máximo $1 itens'],
  [/^must NOT have fewer than (\d+) items$/, 'Pelo menos $1'],
  [/^must be >= (\S+)$/, 'No mínimo $1'],
  [/^must be <= (\S+)$/, 'No máximo $1'],
  [/^must be integer$/, 'Precisa ser um número inteiro'],
  [/^must be number$/, 'Precisa ser um número'],
  [/^must be one of /, 'Escolha uma das opções'],
  [/is not one of /, 'Este gateway não tem esse provedor'],
  [/is not offered by this gateway/, 'Este gateway ainda não oferece este meio'],
  [/from 0 to 100\b/, 'De 0 a 100, com no máximo duas casas decimais'],
  [/between (\S+) and (\S+) with/, 'De $1 a $2, com no máximo duas casas decimais'],
  [
    /amount in reais|positive number|greater than zero|two decimals/,
    'Informe um valor válido, com no máximo duas casas decimais',
  ],
  [/check digits/, 'Os dígitos verificadores não conferem'],
  [
    /^must be a CPF|^does not match the document|not a (valid )?(CPF|CNPJ|document)/,
    'Não é um CPF ou CNPJ válido',
  ],
  [/PIX key|random key/, 'Não é uma chave PIX: use CPF, CNPJ, e-mail, telefone com +55 ou chave aleatória'],
  [/valid cpf_cnpj for a boleto/, 'Para um boleto, o cliente precisa ter CPF ou CNPJ válido'],
  [/not a customer of this account/, 'Este cliente não é da sua conta'],
  [/out of stock/, 'Sem estoque'],
  [/not an active product/, 'Este produto não está ativo na sua conta'],
  [/not the id of an account|recipient/i, 'Não há uma conta ativa com este id'],
  [/at least 5\.00/, 'Cada parcela precisa ser de pelo menos R$ 5,00'],
  [/exceed max_installments/, 'Mais parcelas do que o máximo permitido'],
  [/only a card charge/, 'Só cobranças no cartão têm parcelas'],
  [/^must be a date|ISO 8601/, 'Não é uma data válida'],
  [/^must be after created_from|^must not be before from/, 'Precisa ser depois da data inicial'],
  [/in the past|has passed/, 'Esta data já passou'],
  [/in the future$/, 'Escolha uma data no futuro'],
  [/too far/, 'Esta data está longe demais'],
  [/after due_date/, 'Não pode ser depois do vencimento'],
  [/percent OR amount|amount OR percent/, 'Informe um percentual ou um valor, com no máximo duas casas'],
  [/less than value/, 'Precisa ser maior que zero e menor que o valor da cobrança'],
  [/more than a boleto can carry/, 'É mais do que um boleto comporta (R$ 99.999.999,99)'],
  [/exceeds what is left/, 'É mais do que resta para devolver'],
  [/colour like/, 'Use uma cor como #1d4ed8'],
  [
    /must be (an? )?(public )?(http|https|URL|address)|not public|private|loopback/i,
    'Não é um endereço da internet aceito: use http ou https, público',
  ],
  [/at most (\d+) webhooks/, 'Uma conta tem no máximo $1 webhooks'],
  [/header|printable/, 'Use só letras, números e sinais comuns, sem acentos'],
  [/phone/i, 'Escreva um telefone com DDD, como +55 11 91234-5678'],
  [/cannot be kept exactly/, 'Há caracteres que não podem ser guardados'],
];
const ANYTHING_ELSE = 'Este campo não foi aceito: confira o que digitou';

/** The error of a field in the user's language; English is the API's own message. */
export function fieldRefusal(language: Language, message: string): string {
  if (language === 'en') return message.charAt(0).toUpperCase() + message.slice(1);
  for (const [pattern, text] of PORTUGUESE) {
    const found = pattern.exec(message);
    if (found) return text.replace(/\$(\d)/g, (_, group: string) => found[Number(group)] ?? '');
  }
  return ANYTHING_ELSE;
}
