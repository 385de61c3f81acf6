import { type Static, Type } from 'typebox'
import { AppointmentStatus, Cancellation } from './appointments.ts'
import { Cents, Id, Instant, Nullable, Strict } from './fields.ts'
import { defineApi, route } from './route.ts'

/** What the link of a reminder shows. It does not identify the customer. */
export const RemindedAppointment = Type.Object({
  status: AppointmentStatus,
  startTime: Instant,
  endTime: Instant,
  timeZone: Type.String(),
  serviceName: Type.String(),
  priceCents: Cents,
  barberName: Type.String(),
  barbershop: Type.Object({
    id: Id,
    name: Type.String(),
    address: Type.String(),
    phone: Nullable(Type.String()),
    cancelNoticeMin: Type.Integer(),
  }),
  isPresenceConfirmed: Type.Boolean(),
  /** Until the cancellation notice; afterwards only the barbershop can cancel. */
  canCancel: Type.Boolean(),
})
export type RemindedAppointment = Static<typeof RemindedAppointment>

export const LinkParams = Strict({ token: Type.String({ minLength: 1, maxLength: 100 }) })
const ReminderResponse = Type.Object({ appointment: RemindedAppointment })

/** The link in a reminder. Needs no session, is valid for one version of one appointment, and expires at its start. */
export const reminderReplyApi = defineApi(
  { tag: 'reminderReply', description: 'A resposta a um lembrete, pelo link e sem login' },
  {
    get: route('GET', '/reminders/:token', {
      summary: 'O agendamento de um lembrete; olhar não muda nada',
      params: LinkParams,
      errors: ['LINK_INVALID', 'LINK_EXPIRED', 'LINK_OUTDATED'],
      response: { 200: ReminderResponse },
    }),
    confirm: route('POST', '/reminders/:token/presence', {
      summary: 'O cliente confirma que vem',
      params: LinkParams,
      errors: ['LINK_INVALID', 'LINK_EXPIRED', 'LINK_OUTDATED', 'STATE_CHANGED'],
      response: { 200: ReminderResponse },
    }),
    cancel: route('POST', '/reminders/:token/cancel', {
      summary: 'O cliente cancela, até o prazo da barbearia',
      params: LinkParams,
      body: Cancellation,
      errors: ['LINK_INVALID', 'LINK_EXPIRED', 'LINK_OUTDATED', 'STATE_CHANGED', 'NOTICE_PASSED'],
      response: { 200: ReminderResponse },
    }),
  },
)
