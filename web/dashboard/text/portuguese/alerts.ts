/** The operators' page of what does not fit the books. */
export const alerts = {
  title: 'Alertas',
  about:
    'O que um banco disse e não combina com os livros, e o saldo que falta nos bancos. Nenhum alerta move dinheiro: confira e diga o que era.',
  show: 'Mostrar',
  state: { open: 'Abertos', resolved: 'Resolvidos' },
  what: 'O que houve',
  amount: 'Valor',
  of: 'De',
  result: 'Situação',
  detail: 'O banco disse: {{detail}}',
  charge: 'Cobrança',
  withdrawal: 'Saque',
  coverage: 'Cobertura',
  emptyTitle: 'Nenhum alerta',
  emptyText: 'Tudo o que os bancos disseram combina com os livros.',
  resolve: 'Resolver',
  resolveOf: 'Resolver: {{what}}',
  resolveTitle: 'Resolver o alerta?',
  resolveAbout:
    'Diga o que você verificou e o que foi feito. Isso não move dinheiro; a nota fica aqui e no registro de auditoria.',
  note: 'O que foi verificado',
  noteHint: 'Por exemplo: o banco corrigiu o lançamento no dia seguinte.',
  resolved: 'O alerta foi resolvido.',
  byOperator: 'Resolvido por {{email}}',
  byGateway: 'Resolvido: passou a conferir',
  over: 'Passou a conferir',
  kinds: {
    payout_paid_after_rejection: {
      title: 'Saque rejeitado foi pago pelo banco',
      about: 'O valor já tinha voltado ao vendedor. Nada foi lançado.',
    },
    payout_failed_after_payment: {
      title: 'Saque pago consta como falho no banco',
      about: 'Nada foi lançado: confira no banco onde está o dinheiro.',
    },
    payout_returned_too_much: {
      title: 'Voltou mais do que um saque',
      about: 'O que passa do valor do saque não foi lançado.',
    },
    payout_not_found: {
      title: 'O banco não encontra um saque',
      about: 'O banco já tinha dado um nome a ele. Não é enviado de novo.',
    },
    payout_unclear: {
      title: 'Saque sem resultado conhecido',
      about:
        'O banco recusa agora, e um envio anterior ficou sem resposta. Confira o extrato: se não foi pago, rejeite o saque.',
    },
    payout_other_owner: {
      title: 'Saque pago a outro titular',
      about: 'O dinheiro foi para um documento que não é o do titular da conta.',
    },
    payer_refund_returned: {
      title: 'Estorno de boleto voltou',
      about: 'O Pix para o pagador foi devolvido: pague de outra forma.',
    },
    refund_made_after_failure: {
      title: 'Estorno falho foi feito pelo provedor',
      about: 'A cobrança já não tem saldo para ele.',
    },
    refund_not_in_books: {
      title: 'Estorno desconhecido no provedor',
      about: 'Não cabe na cobrança, e nada foi lançado.',
    },
    return_failed: {
      title: 'Devolução de um pagamento falhou',
      about: 'O pagamento não pôde ser aceito e deve voltar ao pagador. Novas tentativas são feitas.',
    },
    coverage_low: {
      title: 'O saldo nos bancos não cobre os saques',
      about: 'Falta este valor para o que os vendedores podem sacar.',
    },
  },
};
