import type { Texts } from '../portuguese/texts.ts';

export const access: Texts['access'] = {
  about: {
    label: 'What Guichê is',
    headline: 'Get paid by PIX, card and boleto, with every cent explained.',
    text: 'Guichê is an open-source payment gateway: charges and links, splits between accounts, a balance with a reserve, withdrawals and webhooks. Whatever you do here, your program can do through the API.',
    docs: 'Read the documentation',
  },
  fields: { password: 'Password' },
  login: {
    title: 'Sign in',
    submit: 'Sign in',
    noAccount: 'No account yet?',
    register: 'Create one',
    codeTitle: 'Confirm it is you',
    confirm: 'Confirm',
    otherAccount: 'Sign in with another account',
  },
  code: {
    label: '6-digit code',
    hint: 'Enter the current code from your authenticator app.',
    recoveryLabel: 'Recovery code',
    recoveryHint: 'One of the codes you saved. Each works once.',
    useRecovery: 'Use a recovery code',
    useApp: 'Use the authenticator app',
  },
  locked: {
    title: 'Too many wrong attempts',
    text: 'Each further wrong attempt waits longer. On a device where you have signed in before, you can still sign in.',
    left: 'Try again in {{time}}',
    over: 'You can try again now.',
  },
  register: {
    title: 'Create an account',
    approval:
      'In the sandbox an account is active immediately. In production we check your data and approve the account before the first charge.',
    submit: 'Create account',
    hasAccount: 'Already have an account?',
    login: 'Sign in',
    personType: 'Who gets paid',
    name_PF: 'Full name',
    name_PJ: 'Company name',
    document_PF: 'CPF',
    document_PJ: 'CNPJ',
    notA_PF: 'This is not a CPF: it has 11 digits.',
    notA_PJ: 'This is not a CNPJ: it has 14 letters and digits.',
    otherThan_PF: 'This is a CNPJ. Choose Company, or enter a CPF.',
    otherThan_PJ: 'This is a CPF. Choose Individual, or enter a CNPJ.',
  },
  personType: { PF: 'Individual', PJ: 'Company' },
  strength: {
    short: 'At least 8 characters.',
    weak: 'Weak: easy to guess. Put three or four unrelated words together.',
    fair: 'Fair. Longer is better.',
    good: 'Good password.',
  },
};
