/** Every error code with its HTTP status and the Portuguese message for the user. */
export const errors = {
  INVALID_INPUT: [400, 'Confira os dados informados e tente novamente.'],
  WEBHOOK_INVALID: [400, 'Aviso sem assinatura válida.'],
  CAPTCHA_INVALID: [400, 'Não foi possível confirmar o captcha. Complete-o novamente.'],
  UNAUTHENTICATED: [401, 'Sua sessão terminou. Entre novamente.'],
  FORBIDDEN: [403, 'Você não tem permissão para fazer isso.'],
  EMAIL_NOT_VERIFIED: [403, 'Confirme seu e-mail para agendar.'],
  ACCOUNT_LEAVING: [403, 'Esta conta está sendo excluída. Use o link do e-mail para desistir.'],
  RECENT_LOGIN_REQUIRED: [403, 'Confirme sua senha para continuar.'],
  PLAN_LAPSED: [403, 'Sua assinatura terminou. Renove o plano para editar.'],
  INVITE_OTHER_ACCOUNT: [403, 'Este convite é para outro e-mail. Entre com a conta dele para aceitar.'],
  FEATURED_NEEDS_PREMIUM: [403, 'Apenas usuários com o plano Premium podem destacar barbearias.'],
  EMAIL_MANAGED: [403, 'Email gerenciado pelo Google. Não é possível alterar.'],
  PASSWORD_MANAGED: [
    403,
    'Contas do Google gerenciam sua senha automaticamente. Não é possível redefinir a senha aqui.',
  ],
  CUSTOMER_BLOCKED: [
    403,
    'Esta barbearia não está recebendo agendamentos pela sua conta. Se precisar, fale direto com ela.',
  ],
  CUSTOMER_NOT_FOUND: [404, 'Cliente não encontrado.'],
  NOT_FOUND: [404, 'Não encontramos o que você procura.'],
  BARBERSHOP_NOT_FOUND: [404, 'Barbearia não encontrada'],
  BARBER_NOT_FOUND: [404, 'Barbeiro não encontrado.'],
  SERVICE_NOT_FOUND: [404, 'Serviço não encontrado.'],
  APPOINTMENT_NOT_FOUND: [404, 'Agendamento não encontrado.'],
  TIME_OFF_NOT_FOUND: [404, 'Esta folga já foi desmarcada.'],
  REVIEW_NOT_FOUND: [404, 'Avaliação não encontrada.'],
  PLAN_NOT_FOUND: [404, 'Plano não encontrado.'],
  PAYMENT_NOT_FOUND: [404, 'Pagamento não encontrado.'],
  SUBSCRIPTION_NOT_FOUND: [404, 'Você não tem assinatura ativa.'],
  INVITE_NOT_FOUND: [404, 'Este convite não existe mais.'],
  NOTIFICATION_NOT_FOUND: [404, 'Notificação não encontrada.'],
  ZIP_CODE_NOT_FOUND: [404, 'CEP não encontrado. Confira o número ou preencha o endereço à mão.'],
  REQUEST_TIMEOUT: [408, 'O envio demorou demais. Tente novamente.'],
  EMAIL_TAKEN: [409, 'Já existe uma conta com este e-mail.'],
  EMAIL_ALREADY_VERIFIED: [409, 'Seu e-mail já está confirmado.'],
  EMAIL_UNCHANGED: [422, 'Este já é o e-mail da sua conta.'],
  GOOGLE_LINK_REQUIRED: [
    409,
    'Já existe uma conta com este e-mail. Entre com a senha uma vez para ligar o Google a ela.',
  ],
  GOOGLE_OTHER_ACCOUNT: [409, 'A conta deste e-mail já está ligada a outra conta do Google.'],
  ALREADY_BARBER: [409, 'Esta pessoa já é barbeiro desta barbearia.'],
  FUTURE_APPOINTMENTS: [409, 'Este barbeiro ainda tem agendamentos à frente.'],
  INVITE_BLOCKED: [409, 'A barbearia não pode receber barbeiros agora. Fale com quem convidou você.'],
  ACCOUNT_HAS_SHOPS: [
    409,
    'Você ainda tem barbearia ativa ou assinatura paga. Desative as barbearias e cancele a assinatura antes de excluir a conta.',
  ],
  SLOT_TAKEN: [409, 'Este horário acabou de ser reservado por outra pessoa. Escolha outro.'],
  CUSTOMER_BUSY: [409, 'Você já tem um agendamento neste horário.'],
  ALREADY_SUBSCRIBED: [409, 'Você já tem este plano.'],
  PAYMENT_CLOSED: [409, 'Este pagamento já foi concluído ou venceu. Volte aos planos e comece de novo.'],
  STATE_CHANGED: [409, 'Este agendamento mudou enquanto você olhava. Atualize a página.'],
  SCHEDULE_CHANGED: [409, 'Este horário foi alterado em outra tela. Confira a versão atual e salve de novo.'],
  SCHEDULE_CONFLICT: [409, 'Há agendamentos marcados nesse tempo.'],
  EDIT_CONFLICT: [409, 'Outra aba ou pessoa mudou estes dados. Recarregue antes de salvar.'],
  CUSTOMER_HAS_ACCOUNT: [409, 'Este cliente tem conta: nome, telefone e dados pessoais são dele.'],
  CUSTOMER_PHONE_TAKEN: [409, 'Outro cliente desta barbearia já tem este telefone.'],
  CUSTOMER_HAS_APPOINTMENTS: [409, 'Este cliente ainda tem horário marcado. Cancele antes de apagar os dados.'],
  LINK_CLAIMED: [409, 'Este horário já está guardado em uma conta. Entre nela para mudar.'],
  PLAN_LIMIT: [409, 'Você atingiu o limite do seu plano.'],
  APPOINTMENT_REVIEWED: [409, 'O cliente já avaliou este atendimento, então ele continua finalizado.'],
  NOTICE_PASSED: [422, 'O prazo para mudar este agendamento terminou.'],
  APPOINTMENT_OVER: [422, 'Este horário já terminou.'],
  NOT_STARTED: [422, 'Este atendimento ainda não começou.'],
  WALK_IN_NO_SHOW: [422, 'Um encaixe não tem falta. Se o cliente não foi atendido, cancele o encaixe.'],
  CORRECTION_TOO_LATE: [422, 'A correção pode ser feita até o fim do dia em que o atendimento foi marcado.'],
  NO_SHOW_TOO_LATE: [422, 'A falta pode ser marcada até 7 dias depois do horário.'],
  ALREADY_REVIEWED: [409, 'Você já avaliou este atendimento.'],
  ALREADY_REPLIED: [409, 'Esta avaliação já foi respondida.'],
  REVIEW_NOT_ALLOWED: [422, 'Você pode avaliar depois que o atendimento for concluído.'],
  IDEMPOTENCY_CONFLICT: [422, 'Este pedido já foi enviado com outros dados.'],
  SLOT_UNAVAILABLE: [422, 'Este horário não está disponível. Escolha outro.'],
  END_TIME_MISMATCH: [422, 'A duração do serviço mudou. Escolha o horário novamente.'],
  SCHEDULE_INVALID: [422, 'Confira os horários informados.'],
  PLACE_ABROAD: [422, 'Marque no mapa um lugar no Brasil.'],
  TIME_OFF_INVALID: [422, 'Confira os dias e horas da folga.'],
  TOO_MANY_OPEN_APPOINTMENTS: [422, 'Você já tem 3 agendamentos em aberto nesta barbearia.'],
  TOO_MANY_NEW_APPOINTMENTS: [422, 'Você atingiu o limite de 5 novos agendamentos por dia.'],
  TOO_MANY_FAVORITES: [422, 'Você já tem 500 favoritos. Remova um para adicionar outro.'],
  INVALID_CREDENTIALS: [422, 'Email ou senha inválidos'],
  GOOGLE_FAILED: [422, 'Erro ao fazer login com Google'],
  GOOGLE_EMAIL_UNVERIFIED: [422, 'O Google ainda não confirmou este e-mail. Confirme-o lá e tente de novo.'],
  GOOGLE_LINK_EXPIRED: [422, 'O tempo para ligar sua conta terminou. Entre com o Google de novo.'],
  RESET_CODE_INVALID: [422, 'Código inválido ou vencido. Confira o e-mail ou peça outro código.'],
  PASSWORD_MISMATCH: [422, 'As senhas não coincidem'],
  CODE_INVALID: [422, 'Código inválido. Tente novamente.'],
  CODE_EXPIRED: [422, 'Este código expirou. Peça um novo.'],
  WEAK_PASSWORD: [422, 'Esta senha é muito comum. Escolha outra.'],
  WRONG_PASSWORD: [422, 'Senha atual incorreta.'],
  CARD_INVALID: [422, 'Confira os dados do cartão.'],
  PIX_EXPIRED: [422, 'Este código Pix venceu. Gere outro.'],
  PLAN_IS_FREE: [422, 'Este plano é gratuito: comece sem pagamento.'],
  REFUND_UNAVAILABLE: [422, 'O prazo de 7 dias para o reembolso já passou.'],
  LINK_INVALID: [422, 'Este link não vale mais.'],
  INVITE_OVER: [422, 'Este convite não vale mais. Peça outro à barbearia.'],
  LINK_EXPIRED: [422, 'Este link valia até o início do horário.'],
  LINK_OUTDATED: [422, 'Este agendamento mudou depois deste aviso. Abra o aviso mais recente ou entre na sua conta.'],
  PHONE_REQUIRED: [422, 'Informe seu telefone no perfil para receber lembretes pelo WhatsApp.'],
  IMAGE_INVALID: [422, 'Por favor, selecione um arquivo de imagem válido.'],
  IMAGE_TOO_DETAILED: [422, 'A imagem tem resolução demais. Envie uma menor.'],
  IMAGE_UNKNOWN: [422, 'Esta imagem não está mais disponível. Envie-a novamente.'],
  IMAGE_TOO_LARGE: [413, 'A imagem deve ter no máximo 5MB.'],
  BODY_TOO_LARGE: [413, 'O envio é grande demais.'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'Formato de envio não aceito.'],
  CODE_TOO_SOON: [429, 'Aguarde um minuto para pedir um novo código.'],
  INVITE_TOO_SOON: [429, 'Aguarde um minuto para reenviar o convite.'],
  CODE_LIMIT: [429, 'Você pediu códigos demais hoje. Tente novamente amanhã.'],
  UPLOAD_QUOTA: [429, 'Você já enviou 50 MB de imagens hoje. Tente novamente amanhã.'],
  TOO_MANY_REQUESTS: [429, 'Muitas tentativas. Aguarde um pouco e tente novamente.'],
  INTERNAL: [500, 'Erro interno do sistema'],
  CHECKOUT_UNAVAILABLE: [503, 'Erro ao criar sessão de checkout. Por favor, tente novamente.'],
  CANCEL_UNAVAILABLE: [503, 'Erro ao cancelar assinatura'],
  GOOGLE_UNAVAILABLE: [503, 'Erro ao fazer login com Google'],
  ZIP_CODE_UNAVAILABLE: [503, 'A busca por CEP não está disponível agora. Preencha o endereço à mão.'],
  UNAVAILABLE: [503, 'O sistema está indisponível no momento. Tente novamente em instantes.'],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type ErrorCode = keyof typeof errors

/** The error that features throw. `details` are sent beside code and message in the response body. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: Record<string, unknown>

  constructor(code: ErrorCode, details: Record<string, unknown> = {}, message?: string) {
    super(message ?? errors[code][1])
    this.name = 'ApiError'
    this.code = code
    this.status = errors[code][0]
    this.details = details
  }

  body() {
    return { ...this.details, code: this.code, message: this.message }
  }
}
