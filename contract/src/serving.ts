import { type Static, Type } from 'typebox'
import { Appointment } from './appointments.ts'
import { Id, IdParams, Instant, Nullable, Strict } from './fields.ts'
import { defineApi, route } from './route.ts'
import { SlotConflict } from './slot-conflicts.ts'

const Version = Type.Integer({ minimum: 1 })
const ServedAppointment = Type.Object({ appointment: Appointment })
const errors = ['FORBIDDEN', 'APPOINTMENT_NOT_FOUND', 'STATE_CHANGED'] as const

/** The taps of staff around an appointment. They do not change its status; `complete` is the tap of its end. */
export const servingApi = defineApi(
  { tag: 'serving', description: 'Chegou, começou: o que a equipe toca durante o dia' },
  {
    arrive: route('PATCH', '/appointments/:id/arrive', {
      summary: 'O cliente chegou',
      params: IdParams,
      body: Strict({ version: Version, isArrived: Type.Boolean() }),
      errors: [...errors, 'NOT_TODAY'],
      response: { 200: ServedAppointment },
    }),
    /** Today's only. A request is accepted by it. Undone with `isServing: false` for as long as it is not finished. */
    serve: route('PATCH', '/appointments/:id/serve', {
      summary: 'O atendimento começou',
      params: IdParams,
      body: Strict({ version: Version, isServing: Type.Boolean() }),
      errors: [...errors, 'BARBER_SERVING', 'NOT_TODAY'],
      response: { 200: ServedAppointment },
    }),
  },
)

export const DelayReply = Type.Enum(['ok', 'earlier', 'other-barber'])
export type DelayReply = Static<typeof DelayReply>

/** A delay that the customer was notified of, or an earlier time that they were offered. */
export const AppointmentDelay = Type.Object({
  appointmentId: Id,
  version: Version,
  /** Minutes; negative: the barber could serve them so much earlier. */
  delayMin: Type.Integer(),
  /** When to come instead. */
  expectedStart: Instant,
  toldAt: Instant,
  /** The customer's reply. */
  reply: Nullable(DelayReply),
  /** Barbers of the barbershop who could serve the customer at the booked time; empty when the appointment is early. */
  freeBarbers: Type.Array(Type.Object({ id: Id, name: Type.String(), avatarUrl: Nullable(Type.String()) })),
})
export type AppointmentDelay = Static<typeof AppointmentDelay>

export const delaysApi = defineApi(
  { tag: 'delays', description: 'O atraso que o cliente soube, e a sua resposta' },
  {
    get: route('GET', '/appointments/:id/delay', {
      summary: 'O atraso de um agendamento próprio, e o que se pode fazer',
      params: IdParams,
      errors: ['APPOINTMENT_NOT_FOUND'],
      response: { 200: Type.Object({ delay: Nullable(AppointmentDelay) }) },
    }),
    /** `earlier` moves the appointment to `expectedStart`; `other-barber` hands it over at its time. */
    reply: route('POST', '/appointments/:id/delay/reply', {
      summary: 'O cliente responde ao atraso',
      params: IdParams,
      body: Strict({
        version: Version,
        reply: DelayReply,
        /** With `other-barber`. */
        barberId: Type.Optional(Id),
      }),
      errors: ['APPOINTMENT_NOT_FOUND', 'BARBER_NOT_FOUND', 'STATE_CHANGED', 'SLOT_TAKEN', 'CUSTOMER_BUSY'],
      response: { 200: ServedAppointment, 409: SlotConflict },
    }),
  },
)
