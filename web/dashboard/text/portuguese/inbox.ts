export const inbox = {
  title: 'Avisos',
  about: 'O que aconteceu na sua conta e pede a sua atenção.',
  empty: 'Nenhum aviso',
  emptyText: 'Contestações, saques, webhooks com falha e acessos novos aparecem aqui.',
  new: 'novo',
  kinds: {
    dispute_opened: {
      title: 'Contestação de {{amount}} aberta',
      about: 'Responda até {{date}} com o que comprova a venda.',
    },
    dispute_deadline: {
      title: 'Falta responder à contestação de {{amount}}',
      about: 'O prazo termina em {{date}}.',
    },
    dispute_won: { title: 'Contestação de {{amount}} ganha', about: 'O valor voltou para o seu saldo.' },
    dispute_lost: { title: 'Contestação de {{amount}} perdida', about: 'O valor ficou com o cliente.' },
    refund_failed: {
      title: 'Um reembolso da cobrança de {{amount}} falhou',
      about: 'O banco não devolveu o dinheiro ao cliente; ele está de volta no seu saldo.',
    },
    withdrawal_paid: { title: 'Saque de {{amount}} pago', about: 'Enviado para a chave {{key}}.' },
    withdrawal_rejected: {
      title: 'Saque de {{amount}} recusado',
      about: 'O valor voltou para o saldo disponível.',
    },
    webhook_failing: {
      title: 'Seu webhook em {{host}} não está respondendo',
      about: 'Entregas falharam em todas as tentativas. Veja a resposta e reenvie.',
    },
    account_approved: { title: 'Conta aprovada', about: 'Você já pode cobrar e sacar.' },
    account_blocked: {
      title: 'Conta bloqueada',
      about: 'Você pode consultar tudo, mas não pode cobrar nem sacar. Fale com o suporte.',
    },
    member_joined: { title: '{{email}} entrou na equipe', about: 'Confira a função na página da equipe.' },
    new_device: {
      title: 'Novo acesso à sua conta',
      about: 'De {{address}}. Não foi você? Encerre a sessão e troque a senha.',
    },
    password_changed: {
      title: 'Sua senha foi alterada',
      about: 'Não foi você? Recupere a senha agora.',
    },
  },
};
