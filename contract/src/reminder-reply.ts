import { type Static, Type } from 'typebox'
import { AppointmentStatus } from './appointments.ts'
import { Cents, Id, Instant, Nullable, Strict, Text } from './fields.ts'
import { route } from './route.ts'

/** What the link of a reminder shows: enough to decide, nothing that names the customer. */
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
  /** Until the shop's notice; afterwards only the shop itself can help. */
  canCancel: Type.Boolean(),
})
export type RemindedAppointment = Static<typeof RemindedAppointment>

const Params = Strict({ token: Type.String({ minLength: 1, maxLength: 100 }) })
const Answer = Type.Object({ appointment: RemindedAppointment })

/** The link in a reminder. It needs no session, answers for one appointment as it stood then, and ends with its start. */
export const reminderReplyApi = {
  get: route('GET', '/reminders/:token', {
    summary: 'O agendamento de um lembrete; olhar não muda nada',
    params: Params,
    response: { 200: Answer },
  }),
  confirm: route('POST', '/reminders/:token/presence', {
    summary: 'O cliente confirma que vem',
    params: Params,
    response: { 200: Answer },
  }),
  cancel: route('POST', '/reminders/:token/cancel', {
    summary: 'O cliente cancela, até o prazo da barbearia',
    params: Params,
    /** May be left out. */
    body: Nullable(Strict({ reason: Type.Optional(Text({ max: 300 })) })),
    response: { 200: Answer },
  }),
}
