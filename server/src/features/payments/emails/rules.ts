export type PlanEvent = 'opened' | 'changed' | 'cancelled' | 'expired' | 'past_due' | 'ending' | 'ends_with_period'

type Plan = { planId: string | null }

/** What happened to an owner's plan. `isOver`: it was not paid by the end of the grace period. */
export function planEventOf(before: Plan, after: Plan, isOver: boolean): PlanEvent {
  if (!after.planId) return isOver ? 'expired' : 'cancelled'
  if (!before.planId) return 'opened'
  return after.planId === before.planId ? 'past_due' : 'changed'
}

export type PlanEventDetails = {
  planName: string
  status: string
  /** End of the paid period and of the grace period; null for the free plan. */
  endsAt: Date | null
  graceEndsAt: Date | null
  renewsItself: boolean
  continuesFree: boolean
  /** Barbershops blocked by this change. */
  blocked: number
  /** Days until the end, in a warning. */
  days?: number
}

const day = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long', timeZone: 'America/Sao_Paulo' })

function until(instant: Date | null) {
  return instant ? ` até ${day.format(instant)}` : ''
}

/** The text of the notification and of the email. */
export function describePlanEvent(
  event: PlanEvent,
  details: PlanEventDetails,
): { title: string; message: string; next: string } {
  const { title, message, next } = texts[event](details)
  return { title, message: [message, describeBlocked(details.blocked)].filter(Boolean).join(' '), next }
}

const panel = 'Abrir meu painel'
const plans = 'Ver os planos'
type EventText = (details: PlanEventDetails) => { title: string; message: string; next: string }

const texts: Record<PlanEvent, EventText> = {
  opened: ({ planName, endsAt }) => ({
    title: `Plano ${planName} ativo`,
    message: `Sua conta agora é de proprietário. O plano vale${until(endsAt) || ' sem data para acabar'}. Entre novamente para começar.`,
    next: panel,
  }),
  changed: ({ planName, endsAt }) => ({
    title: `Seu plano agora é o ${planName}`,
    message: `A mudança já vale${until(endsAt)}. Entre novamente para continuar.`,
    next: panel,
  }),
  ends_with_period: ({ planName, endsAt, continuesFree }) => ({
    title: 'Assinatura cancelada',
    message: `O plano ${planName} vale${until(endsAt)} e não renova: nada mais é cobrado. ${
      continuesFree
        ? 'Depois começa o plano Básico, grátis.'
        : 'Depois suas barbearias continuam visíveis dentro do plano gratuito, mas não podem ser editadas.'
    } Nada é apagado.`,
    next: plans,
  }),
  cancelled: () => ({
    title: 'Assinatura cancelada',
    message:
      'Suas barbearias continuam visíveis dentro do plano gratuito, mas não podem ser editadas. Nada foi apagado.',
    next: plans,
  }),
  expired: () => ({
    title: 'Sua assinatura terminou',
    message: 'Renove o plano para editar suas barbearias. Nada foi apagado.',
    next: plans,
  }),
  past_due: ({ planName, graceEndsAt }) => ({
    title: 'Não conseguimos renovar seu plano',
    message: `O pagamento do plano ${planName} não passou. Tudo continua funcionando${until(graceEndsAt)}: regularize até lá.`,
    next: 'Regularizar',
  }),
  ending: ({ planName, status, days = 0, endsAt, graceEndsAt, renewsItself }) => {
    const when = days === 1 ? 'amanhã' : `em ${days} dias`
    if (renewsItself && status === 'active')
      return {
        title: `Seu plano renova ${when}`,
        message: `O plano ${planName} está pago${until(endsAt)} e renova sozinho na forma de pagamento que você escolheu.`,
        next: panel,
      }
    return {
      title: `Seu plano termina ${when}`,
      message: `O plano ${planName} vale${until(status === 'past_due' ? graceEndsAt : endsAt)}. Depois disso, barbearias acima do limite gratuito saem do ar; nada é apagado.`,
      next: 'Renovar o plano',
    }
  },
}

function describeBlocked(count: number) {
  if (count === 0) return ''
  return count === 1
    ? 'Uma barbearia acima do limite do plano saiu do ar.'
    : `${count} barbearias acima do limite do plano saíram do ar.`
}
