import type { Language } from './language.ts';

/** What the API says of a field, in Portuguese. `$1` is what stood in the brackets. */
const PORTUGUESE: readonly (readonly [RegExp, string])[] = [
  [/^is required$/, 'Preencha este campo'],
  [/^is required for a boleto$/, 'Um boleto precisa disto'],
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
  [
    /amount in reais|greater than zero|two decimals/,
    'Informe um valor válido, com no máximo duas casas decimais',
  ],
  [/check digits/, 'Os dígitos verificadores não conferem'],
  [
    /^must be a CPF|^does not fit the document|not a (valid )?(CPF|CNPJ|document)/,
    'Não é um CPF ou CNPJ válido',
  ],
  [/PIX key|random key/, 'Não é uma chave PIX: use CPF, CNPJ, e-mail, telefone com +55 ou chave aleatória'],
  [/valid cpf_cnpj for a boleto/, 'Para um boleto, o cliente precisa ter CPF ou CNPJ válido'],
  [/not a customer of this account/, 'Este cliente não é da sua conta'],
  [/not an active product/, 'Este produto não está ativo na sua conta'],
  [/not the id of an account|recipient/i, 'Não há uma conta ativa com este id'],
  [/at least 5\.00/, 'Cada parcela precisa ser de pelo menos R$ 5,00'],
  [/exceed max_installments/, 'Mais parcelas do que o máximo permitido'],
  [/only a card charge/, 'Só cobranças no cartão têm parcelas'],
  [/in the past|has passed/, 'Esta data já passou'],
  [/in the future$/, 'Escolha uma data no futuro'],
  [/too far/, 'Esta data está longe demais'],
  [/after due_date/, 'Não pode ser depois do vencimento'],
  [/percent OR amount|amount OR percent/, 'Informe um percentual ou um valor, não os dois'],
  [/less than value/, 'Precisa ser maior que zero e menor que o valor da cobrança'],
  [/from 0 to 100/, 'De 0 a 100, com no máximo duas casas decimais'],
  [/more than a boleto can carry/, 'É mais do que um boleto comporta (R$ 99.999.999,99)'],
  [/exceeds what is left/, 'É mais do que resta para devolver'],
  [/colour like/, 'Use uma cor como #1d4ed8'],
  [
    /must be (an? )?(public )?(http|https|URL|address)|not public|private|loopback/i,
    'Não é um endereço da internet aceito: use http ou https, público',
  ],
  [/at most (\d+) webhooks/, 'Uma conta tem no máximo $1 webhooks'],
  [/header|printable/, 'Use só letras, números e sinais comuns, sem acentos'],
  [/cannot be kept exactly/, 'Há caracteres que não podem ser guardados'],
];
const ANYTHING_ELSE = 'Este campo não foi aceito: confira o que digitou';

/** What was wrong with a field, in the reader's language: the API's own sentence in English. */
export function fieldRefusal(language: Language, message: string): string {
  if (language === 'en') return message.charAt(0).toUpperCase() + message.slice(1);
  for (const [pattern, text] of PORTUGUESE) {
    const found = pattern.exec(message);
    if (found) return text.replace('$1', found[1] ?? '');
  }
  return ANYTHING_ELSE;
}
