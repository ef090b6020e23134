import type { Language } from './languages.ts';

/** The API's field errors in Portuguese. `$1` is the first group of the expression. */
const PORTUGUESE: readonly (readonly [RegExp, string])[] = [
  [/^is required$|^must not be empty$|^must NOT have fewer than 1 characters$/, 'Preencha este campo'],
  [/^must be a text of 1 to (\d+) characters/, 'Preencha com até $1 caracteres'],
  [/^must be a CEP/, 'Informe o CEP com 8 dígitos'],
  [/^recipient_id is required/, 'Informe a conta que recebe'],
  [/listed twice/, 'Cada conta só pode aparecer uma vez'],
  [/owner of the charge cannot/, 'Sua própria conta não entra no split: o restante já fica com ela'],
  [/^at most (\d+) splits/, 'Máximo de $1 contas'],
  [/less than the charge value/, 'A soma das partes deve ser menor que o valor'],
  [/^is required for a boleto$/, 'Informe o cliente: o boleto exige nome e CPF/CNPJ.'],
  [/^is asked by another question/, 'Outra pergunta já pergunta isto'],
  [/^must be at least two, or none$/, 'Informe ao menos duas respostas, ou nenhuma'],
  [/^must differ$/, 'Não repita respostas'],
  [/^needs a value: the payer/, 'Só com valor fixo: sem ele, o cliente informa o total'],
  [/^has an unknown column: (.*)$/s, 'Coluna desconhecida: $1. Use os nomes do modelo'],
  [/^needs a column (\S+)/, 'Falta a coluna $1. Use os nomes do modelo'],
  [/^has the column (\S+) twice/, 'A coluna $1 aparece duas vezes'],
  [/^must have at most (\d+) rows/, 'O arquivo pode ter até $1 linhas'],
  [/^line (\d+) has a quote that is never closed/, 'Na linha $1, aspas foram abertas e não fechadas'],
  [/^line (\d+) has too many columns/, 'A linha $1 tem colunas demais'],
  [/^has no rows$|^is empty$/, 'O arquivo não tem nenhuma cobrança'],
  [
    /^has more cells than the file/,
    'Tem mais células que o cabeçalho: coloque entre aspas o valor que contém o separador, como "19,90"',
  ],
  [/^must not hold a card number/, 'Não envie números de cartão'],
  [/^is the current password$/, 'Escolha uma senha diferente da atual'],
  [
    /^must have at least (\d+) characters, not/,
    'Mínimo de $1 caracteres, sem contar espaços no início e no fim',
  ],
  [
    /^is one character repeated/,
    'A senha repete um único caractere: junte três ou quatro palavras sem relação entre si',
  ],
  [/^must not be your CPF or CNPJ/, 'A senha não pode ser o seu CPF ou CNPJ: junte três ou quatro palavras'],
  [/^must not be your e-mail/, 'A senha não pode ser o seu e-mail: junte três ou quatro palavras'],
  [
    /^contains your name or e-mail/,
    'Contém seu nome ou e-mail e é fácil de adivinhar: use palavras sem relação com você',
  ],
  [/^is easy to guess/, 'Senha fácil de adivinhar: junte três ou quatro palavras sem relação entre si'],
  [/already registered/, 'Já existe uma conta com este e-mail'],
  [/^is not in the right form$/, 'Formato inválido'],
  [/^must NOT have more than (\d+) characters$/, 'Máximo de $1 caracteres'],
  [/^must NOT have fewer than (\d+) characters$/, 'Mínimo de $1 caracteres'],
  [/^must NOT have more than (\d+) items$/, 'Máximo de $1 itens'],
  [/^must NOT have fewer than (\d+) items$/, 'Mínimo de $1'],
  [/^must be >= (\S+)$/, 'O mínimo é $1'],
  [/^must be <= (\S+)$/, 'O máximo é $1'],
  [/^must be integer$/, 'Informe um número inteiro'],
  [/^must be number$/, 'Informe um número'],
  [/^must be one of /, 'Escolha uma das opções'],
  [/is not one of /, 'Este gateway não tem esse provedor'],
  [/is not offered by this gateway/, 'Esta forma de pagamento ainda não está disponível'],
  [/from 0 to 100\b/, 'De 0 a 100, com até duas casas decimais'],
  [/between (\S+) and (\S+) with/, 'De $1 a $2, com até duas casas decimais'],
  [
    /amount in reais|positive number|greater than zero|two decimals/,
    'Informe um valor válido, com até duas casas decimais',
  ],
  [/check digits/, 'Os dígitos verificadores não conferem'],
  [/^must be a CPF|^does not match the document|not a (valid )?(CPF|CNPJ|document)/, 'CPF ou CNPJ inválido'],
  [/PIX key|random key/, 'Chave Pix inválida: use CPF, CNPJ, e-mail, telefone com +55 ou chave aleatória'],
  [/valid cpf_cnpj for a boleto/, 'O boleto exige um cliente com CPF ou CNPJ válido'],
  [/not a customer of this account/, 'Cliente não encontrado na sua conta'],
  [/out of stock/, 'Sem estoque'],
  [/^is the code of another coupon$/, 'Outro cupom já usa este código'],
  [/^is not a payment link of this account$/, 'Link não encontrado na sua conta'],
  [/not an active product/, 'Produto inativo ou inexistente'],
  [/not the id of an account|recipient/i, 'Não existe conta ativa com este ID'],
  [/at least 5\.00/, 'A parcela mínima é de R$ 5,00'],
  [/exceed max_installments/, 'Número de parcelas acima do permitido'],
  [/only a card charge/, 'Só cobranças no cartão podem ser parceladas'],
  [/^must be a date|ISO 8601/, 'Data inválida'],
  [
    /^must be after created_from|^must not be before (valid_)?from/,
    'A data final deve ser posterior à inicial',
  ],
  [/^only a boleto has a due date/, 'Só um boleto tem vencimento'],
  [/^must not be before (\S+), the last day/, 'Não pode ser antes de $1, o último dia do desconto'],
  [/due date of a boleto with a discount/, 'O Banco Inter não altera o vencimento de um boleto com desconto'],
  [/due today until 19:59/, 'O Banco Inter aceita boletos que vencem no mesmo dia até as 19h59'],
  [/in the past|has passed/, 'Esta data já passou'],
  [/in the future$/, 'Escolha uma data no futuro'],
  [/too far/, 'Data distante demais'],
  [/after due_date/, 'Não pode ser posterior ao vencimento'],
  [/percent OR amount|amount OR percent/, 'Informe um percentual ou um valor, com até duas casas decimais'],
  [/less than value/, 'Deve ser maior que zero e menor que o valor da cobrança'],
  [/more than a boleto can carry/, 'O valor máximo de um boleto é R$ 99.999.999,99'],
  [/exceeds what is left/, 'Valor maior que o saldo a estornar'],
  [/^must be a host name/, 'Informe só o nome, como pagar.sualoja.com.br, sem https:// nem barras'],
  [/^must be a domain of yours/, 'Informe um domínio seu, não o endereço deste gateway'],
  [/^is too long for a host name/, 'Nome longo demais para um domínio'],
  [/colour like/, 'Use uma cor como #1d4ed8'],
  [
    /must be (an? )?(public )?(http|https|URL|address)|not public|private|loopback/i,
    'URL inválida: use um endereço público http ou https',
  ],
  [/at most (\d+) webhooks/, 'Cada conta pode ter até $1 webhooks'],
  [/header|printable/, 'Use apenas letras, números e sinais comuns, sem acentos'],
  [/phone/i, 'Informe um telefone com DDD, como +55 11 91234-5678'],
  [/cannot be kept exactly/, 'Há caracteres não permitidos'],
];
const ANYTHING_ELSE = 'Valor inválido: confira este campo';

/** What a program reads in the API's errors, as a person would say it. */
const ENGLISH: readonly (readonly [RegExp, string])[] = [
  [/^is required$|^must NOT have fewer than 1 characters$/, 'Fill in this field'],
  [/^must NOT have more than (\d+) characters$/, 'At most $1 characters'],
  [/^must NOT have fewer than (\d+) characters$/, 'At least $1 characters'],
  [/^must NOT have more than (\d+) items$/, 'At most $1'],
  [/^must NOT have fewer than (\d+) items$/, 'At least $1'],
  [/^must be >= (\S+)$/, 'At least $1'],
  [/^must be <= (\S+)$/, 'At most $1'],
  [/^must be integer$/, 'Enter a whole number'],
  [/^must be number$/, 'Enter a number'],
  [/^must be an amount in reais/, 'Enter an amount with at most two decimals'],
];

/** The error of a field in the user's language; in English mostly the API's own message. */
export function fieldRefusal(language: Language, message: string): string {
  for (const [pattern, text] of language === 'en' ? ENGLISH : PORTUGUESE) {
    const found = pattern.exec(message);
    if (found) return text.replace(/\$(\d)/g, (_, group: string) => found[Number(group)] ?? '');
  }
  return language === 'en' ? message.charAt(0).toUpperCase() + message.slice(1) : ANYTHING_ELSE;
}
