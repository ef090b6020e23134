import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { passwordRules } from './password-strength.ts';

const problem = passwordRules();
const ANA = { email: 'ana.souza@tresirmaos.example', name: 'Padaria Três Irmãos' };

describe('a new password', () => {
  it('is accepted when it is a phrase, or long and random', () => {
    const good = [
      ...[
        'correct horse battery',
        'correct horse battery staple',
        'quatro cavalos azuis',
        'uma senha só minha',
      ],
      ...[
        'uma senha bem longa',
        'Tr0ub4dour&3',
        'X7f2kQ9sLm4TzR8vB1nW',
        '!x9#Kq@2v$Z',
        'café com leite quente',
      ],
      randomBytes(96).toString('base64').slice(0, 128),
    ];
    for (const password of good) expect(problem(password, ANA), password).toBeNull();
  });

  it.each(['111.444.777-35', '11144477735', ' 11144477735 ', '12.ABC.345/01DE-35'])(
    'is refused when it is the document of its owner: %s',
    (password) => {
      const document = password.replace(/[^\dA-Z]/g, '');
      expect(problem(password, { ...ANA, document })).toMatch(/^must not be your CPF or CNPJ/);
    },
  );

  it('is refused when everyone would try it', () => {
    const common = [
      ...['password', '12345678', 'qwertyuiop', 'iloveyou2', 'P@ssw0rd!', 'a1b2c3d4', 'abcdefgh1234'],
      ...['senha123', 'Senha@2026', 'S3nh4123', 'mudar123', 'Brasil@2026', 'flamengo10', 'Corinthians1910'],
      ...[
        'deus é fiel',
        'Deus é Fiel',
        'eu te amo 123',
        'Guichê 2026',
        'São Paulo 1',
        'senhasenha',
        'another one',
      ],
    ];
    for (const password of common) expect(problem(password, ANA), password).toMatch(/^is easy to guess: use/);
  });

  it('is never the e-mail, nor its first part', () => {
    for (const password of ['ana.souza@tresirmaos.example', ' ANA.Souza@TresIrmaos.example ', 'Ana.Souza']) {
      expect(problem(password, ANA), password).toMatch(/^must not be your e-mail: /);
    }
  });

  it('does not lean on the name or the e-mail', () => {
    for (const password of [
      'TresIrmaos2026',
      'padaria tres irmaos',
      'Padaria Três Irmãos 1',
      'anasouza1234',
    ]) {
      expect(problem(password, ANA), password).toMatch(/^contains your name or e-mail|^is easy to guess/);
    }
    expect(problem('padaria tres irmaos', { email: 'rui@example.com', name: 'Rui' })).toBeNull();
  });

  it('needs eight characters besides the spaces around them, and more than one of them', () => {
    const short = /^must have at least 8 characters/;
    for (const password of ['', 'aB3$xY!', '            ', '  aB3$xY  '])
      expect(problem(password, ANA)).toMatch(short);
    for (const password of ['aaaaaaaaaaaaaaaa', '................', 'AaÁáAaÁáAaÁá']) {
      expect(problem(password, ANA), password).toMatch(/^is one character repeated/);
    }
  });

  it('is judged by its first 32 characters: what follows costs no time', () => {
    const opening = 'senha'.repeat(7).slice(0, 32);
    expect(problem(`${opening}${randomBytes(32).toString('hex')}`, ANA)).toBe(problem(opening, ANA));
    expect(problem(opening, ANA)).toMatch(/^is easy to guess/);
  });
});
