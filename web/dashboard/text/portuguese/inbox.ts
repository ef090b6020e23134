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
      title: 'O estorno da cobrança de {{amount}} falhou',
      about: 'O banco não concluiu o estorno, e o valor voltou para o seu saldo.',
    },
    withdrawal_paid: { title: 'Saque de {{amount}} pago', about: 'Enviado para a chave {{key}}.' },
    withdrawal_rejected: {
      title: 'Saque de {{amount}} rejeitado',
      about: 'O valor voltou para o saldo disponível.',
    },
    withdrawal_returned: {
      title: '{{amount}} de um saque voltaram',
      about: 'O banco devolveu. O valor voltou para o saldo disponível.',
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
    domain_failing: {
      title: 'Os registros DNS de {{host}} sumiram',
      about: 'Seus links ainda usam o domínio. Refaça os registros até {{off}}.',
    },
    domain_switched_off: {
      title: 'O domínio {{host}} foi desativado',
      about: 'Seus links voltaram para o endereço do gateway. Confira os registros DNS para usá-lo de novo.',
    },
    identity_approved: { title: 'Identidade verificada', about: 'Não falta enviar mais nada.' },
    identity_refused: {
      title: 'Precisamos de outros documentos',
      about: 'Veja o que falta corrigir e envie de novo.',
    },
    dashboard_viewed: {
      title: 'A equipe da plataforma viu seu painel',
      about:
        'Somente leitura, com os contatos dos seus clientes ocultos. A auditoria mostra quando e por quanto tempo.',
    },
    member_joined: { title: '{{email}} entrou na equipe', about: 'Confira a função na página da equipe.' },
    alert_raised: { title: '{{alert}}', about: 'Confira e diga o que era na página de alertas. {{amount}}' },
    coverage_restored: {
      title: 'O saldo nos bancos voltou a cobrir os saques',
      about: 'Os bancos têm de novo o que os vendedores podem sacar.',
    },
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
