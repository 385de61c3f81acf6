import { type Static, Type } from 'typebox'
import { Id, IdParams, Instant, Nullable, PageQuery, Pagination, Strict } from './fields.ts'
import { defineApi, route } from './route.ts'

/** The four types of the specification and our own. The web shows an unknown type with a default icon. */
export const notificationTypes = [
  'booking_received',
  'booking_requested',
  'booking_confirmed',
  'booking_rejected',
  'booking_cancelled',
  'booking_rescheduled',
  'booking_completed',
  'booking_missed',
  'booking_released',
  'booking_reminder',
  'booking_delayed',
  'presence_confirmed',
  'review_received',
  'review_answered',
  'dispute_opened',
  'dispute_answered',
  'barbershop_approved',
  'staff_changed',
  'plan_changed',
  'account_changed',
  'queue_called',
  'queue_next',
  'series_changed',
  'last_minute',
  'visit_due',
  'slot_offered',
] as const
export const NotificationType = Type.Enum(notificationTypes)
export type NotificationType = (typeof notificationTypes)[number]

/** Topics that users may disable per channel. Emails about the account itself (codes, password, payment) have no topic. */
export const topics = ['appointments', 'reminders', 'waitlist', 'rhythm', 'last-minute', 'reviews', 'business'] as const
export type Topic = (typeof topics)[number]

export const channels = ['in-app', 'email', 'whatsapp', 'push'] as const
export type Channel = (typeof channels)[number]

export const Notification = Type.Object({
  id: Id,
  type: NotificationType,
  title: Type.String(),
  message: Type.String(),
  /** Path in the web app that the notification links to. */
  path: Nullable(Type.String()),
  read: Type.Boolean(),
  createdAt: Instant,
})
export type Notification = Static<typeof Notification>

/** Whether a user receives a topic on a channel. */
const Preference = Strict({ topic: Type.Enum(topics), channel: Type.Enum(channels), isOn: Type.Boolean() })
export type Preference = Static<typeof Preference>

const Preferences = Type.Object({ preferences: Type.Array(Preference) })
const Unread = Type.Object({ unreadCount: Type.Integer() })
/** The subscription that an unsubscribe link refers to. */
const EmailSubscription = Type.Object({ topic: Type.Enum(topics), isOn: Type.Boolean() })
export type EmailSubscription = Static<typeof EmailSubscription>
const Token = Type.String({ maxLength: 200 })
/** Consent to WhatsApp reminders, which are off by default. */
const WhatsAppConsent = Type.Object({
  /** Whether a WhatsApp sender is configured. */
  isAvailable: Type.Boolean(),
  hasPhone: Type.Boolean(),
  givenAt: Nullable(Instant),
})
export type WhatsAppConsent = Static<typeof WhatsAppConsent>

export const notificationsApi = defineApi(
  { tag: 'notifications', description: 'Notificações, preferências e o que muda na hora' },
  {
    list: route('GET', '/notifications', {
      summary: 'As próprias notificações, das mais novas às mais antigas',
      querystring: Strict(PageQuery(10)),
      response: {
        200: Type.Object({
          notifications: Type.Array(Notification),
          unreadCount: Type.Integer(),
          pagination: Pagination,
        }),
      },
    }),
    read: route('PATCH', '/notifications/:id/read', {
      summary: 'Marca uma como lida',
      params: IdParams,
      errors: ['NOTIFICATION_NOT_FOUND'],
      response: { 200: Unread },
    }),
    readAll: route('PATCH', '/notifications/read-all', {
      summary: 'Marca todas como lidas',
      response: { 200: Unread },
    }),
    preferences: route('GET', '/notifications/preferences', {
      summary: 'O que a pessoa quer saber, e por onde',
      response: { 200: Preferences },
    }),
    setPreferences: route('PUT', '/notifications/preferences', {
      summary: 'Muda as preferências que traz; as outras ficam como estão',
      body: Strict({ preferences: Type.Array(Preference, { minItems: 1, maxItems: 28 }) }),
      response: { 200: Preferences },
    }),
    /** Server-Sent Events: `data: {"topic":"appointments"}` when something may have changed; "everything" after a gap. */
    stream: route('GET', '/notifications/stream', {
      summary: 'O que muda, na hora (Server-Sent Events)',
      produces: ['text/event-stream'],
      response: { 200: Type.String() },
    }),
    /** For the unsubscribe link in emails: requires no session, and the token authorizes nothing else. */
    emailSubscription: route('GET', '/notifications/emails', {
      summary: 'O que o link de um e-mail cancela',
      querystring: Strict({ token: Token }),
      errors: ['LINK_INVALID'],
      response: { 200: EmailSubscription },
    }),
    setEmailSubscription: route('PUT', '/notifications/emails', {
      summary: 'Cancela os e-mails de um assunto, ou volta a recebê-los',
      body: Strict({ token: Token, isOn: Type.Boolean() }),
      errors: ['LINK_INVALID'],
      response: { 200: EmailSubscription },
    }),
    whatsapp: route('GET', '/notifications/whatsapp', {
      summary: 'Se a pessoa aceitou lembretes pelo WhatsApp, e desde quando',
      response: { 200: WhatsAppConsent },
    }),
    setWhatsapp: route('PUT', '/notifications/whatsapp', {
      summary: 'Aceita ou deixa de aceitar lembretes pelo WhatsApp',
      body: Strict({ isOn: Type.Boolean() }),
      errors: ['NOT_FOUND', 'PHONE_REQUIRED'],
      response: { 200: WhatsAppConsent },
    }),
  },
)
