import { type Static, Type } from 'typebox'
import { Id, IdParams, Instant, LocalDate, Nullable, PageQuery, Pagination, Strict, Text } from './fields.ts'
import { defineApi, route } from './route.ts'
import { MAX_OUTREACH_TEXT } from './text-limits.ts'

/** Whom staff write to: who comes tomorrow, who has a birthday within a week, who has not come for 45 days. */
export const outreachPurposes = ['tomorrow', 'birthday', 'absent'] as const
export type OutreachPurpose = (typeof outreachPurposes)[number]

/** What a text may contain in braces; the server puts the customer's in its place. */
export const placeholdersOf = {
  tomorrow: ['nome', 'dia', 'hora', 'barbeiro', 'barbearia', 'link'],
  birthday: ['nome', 'barbearia', 'link'],
  absent: ['nome', 'barbearia', 'link'],
} as const satisfies Record<OutreachPurpose, readonly string[]>

/** The texts until a barbershop has its own. */
export const defaultOutreachTexts: Record<OutreachPurpose, string> = {
  tomorrow:
    'Olá, {nome}. Seu horário na {barbearia} é {dia}, às {hora}, com {barbeiro}. Confirme, mude ou cancele aqui: {link}',
  birthday: 'Feliz aniversário, {nome}. A {barbearia} deseja um ótimo dia. Quando quiser marcar um horário: {link}',
  absent: 'Olá, {nome}. Faz um tempo que você não vem à {barbearia}. Para voltar, é só escolher o horário: {link}',
}

/** Why a text is refused, with the message for users; undefined for one that is not. */
export function findOutreachTextProblem(purpose: OutreachPurpose, text: string): string | undefined {
  if (text.trim() === '') return 'Escreva o texto da mensagem.'
  const known: readonly string[] = placeholdersOf[purpose]
  const unknown = [...text.matchAll(/\{([^{}]*)\}?/g)].find(
    ([whole, name = '']) => whole !== `{${name}}` || !known.includes(name),
  )
  if (unknown) return `${unknown[0]} não existe. Use ${known.map((name) => `{${name}}`).join(', ')}.`
  return purpose === 'tomorrow' && !text.includes('{link}')
    ? 'Falta {link}: é por ele que o cliente confirma.'
    : undefined
}

const Purpose = Type.Enum(outreachPurposes)

/** Local hours at which messages may leave by themselves. */
export const FIRST_OUTREACH_HOUR = 8
export const LAST_OUTREACH_HOUR = 20
const OutreachHour = Type.Integer({ minimum: FIRST_OUTREACH_HOUR, maximum: LAST_OUTREACH_HOUR })

/** What is known of a message that left by itself. */
export const deliveryStatuses = ['QUEUED', 'SENDING', 'SENT', 'FAILED', 'DELIVERED', 'READ'] as const

/** When the customer was written to, and by whom of the staff; null for someone whose account is gone, and for what left by itself. */
const Sent = Type.Object({
  at: Instant,
  by: Nullable(Type.String()),
  /** Null for what staff sent. */
  delivery: Nullable(Type.Enum(deliveryStatuses)),
})

export const OutreachRow = Type.Object({
  /** The customer's profile. */
  profileId: Id,
  /** Of the profile. */
  version: Type.Integer(),
  name: Type.String(),
  /** Opens WhatsApp with the text; null without a phone that the caller may read. */
  whatsAppUrl: Nullable(Type.String()),
  /** The caller may not read the phone that there is. */
  isPhoneHidden: Type.Boolean(),
  /** Of tomorrow. */
  appointment: Nullable(
    Type.Object({
      id: Id,
      startTime: Instant,
      barberName: Type.String(),
      guestName: Nullable(Type.String()),
      /** The customer has confirmed without a message. */
      isPresenceConfirmed: Type.Boolean(),
    }),
  ),
  /** The birthday, or the day of the last visit. */
  date: Nullable(LocalDate),
  sent: Nullable(Sent),
})
export type OutreachRow = Static<typeof OutreachRow>

/** Messages that staff send by hand, with texts that are ready, or that leave by themselves. The team shares who was written to. */
export const outreachApi = defineApi(
  { tag: 'outreach', description: 'Mensagens da equipe aos clientes, com o texto pronto' },
  {
    list: route('GET', '/barbershops/:id/outreach', {
      summary: 'Os clientes de amanhã, os aniversariantes ou os sumidos, com a mensagem pronta e quem já foi avisado',
      params: IdParams,
      querystring: Strict({ ...PageQuery(10), purpose: Purpose }),
      errors: ['BARBERSHOP_NOT_FOUND'],
      response: {
        200: Type.Object({
          rows: Type.Array(OutreachRow),
          pagination: Pagination,
          timeZone: Type.String(),
          /** With its placeholders. */
          text: Type.String(),
          /** The caller may change the text. */
          canEditText: Type.Boolean(),
          /** The hour at which these messages leave by themselves; null: they do not. The whole is null where they cannot. */
          automation: Nullable(Type.Object({ hour: Nullable(Type.Integer()) })),
        }),
      },
    }),
    mark: route('PUT', '/barbershops/:id/outreach', {
      summary:
        'Marca ou desmarca um cliente como avisado; quem marcou primeiro fica, e o que saiu sozinho não se desmarca',
      params: IdParams,
      body: Strict({
        purpose: Purpose,
        profileId: Id,
        /** Of tomorrow. */
        appointmentId: Type.Optional(Id),
        isSent: Type.Boolean(),
      }),
      errors: ['BARBERSHOP_NOT_FOUND', 'CUSTOMER_NOT_FOUND'],
      response: { 200: Type.Object({ sent: Nullable(Sent) }) },
    }),
    saveText: route('PUT', '/barbershops/:id/outreach/text', {
      summary: 'Muda o texto de uma mensagem da barbearia; sem texto volta o de fábrica',
      params: IdParams,
      body: Strict({ purpose: Purpose, text: Nullable(Text({ min: 1, max: MAX_OUTREACH_TEXT })) }),
      errors: ['BARBERSHOP_NOT_FOUND', 'INVALID_INPUT'],
      response: { 200: Type.Object({ text: Type.String() }) },
    }),
    saveAutomation: route('PUT', '/barbershops/:id/outreach/automation', {
      summary: 'Liga as mensagens que saem sozinhas, com a hora local, ou desliga',
      params: IdParams,
      body: Strict({ purpose: Purpose, hour: Nullable(OutreachHour) }),
      errors: ['BARBERSHOP_NOT_FOUND', 'NOT_FOUND'],
      response: { 200: Type.Object({ hour: Nullable(Type.Integer()) }) },
    }),
    verifyWebhook: route('GET', '/outreach/webhooks/whatsapp', {
      summary: 'O WhatsApp confere que este endereço recebe os seus avisos',
      produces: ['text/plain'],
      querystring: Type.Object({
        'hub.mode': Type.Optional(Text({ max: 40 })),
        'hub.verify_token': Type.Optional(Text({ max: 200 })),
        'hub.challenge': Type.Optional(Text({ max: 200 })),
      }),
      errors: ['FORBIDDEN', 'NOT_FOUND'],
      response: { 200: Type.String() },
    }),
    receiveWebhook: route('POST', '/outreach/webhooks/whatsapp', {
      summary: 'Avisos do WhatsApp, assinados: entregas e respostas dos clientes',
      errors: ['SIGNATURE_INVALID', 'NOT_FOUND'],
      response: { 200: Type.Object({ received: Type.Boolean() }) },
    }),
  },
)
