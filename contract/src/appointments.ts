import { type Static, Type } from 'typebox'
import { Cents, Id, IdParams, Instant, Nullable, Strict, Text } from './fields.ts'
import { route } from './route.ts'

export const AppointmentStatus = Type.Union([
  Type.Literal('SCHEDULED'),
  Type.Literal('CONFIRMED'),
  Type.Literal('COMPLETED'),
  Type.Literal('CANCELLED'),
  Type.Literal('NO_SHOW'),
])
export type AppointmentStatus = Static<typeof AppointmentStatus>

/** 'system' released a request that nobody answered in time. */
export const CancelledBy = Type.Enum(['customer', 'barber', 'owner', 'system'])
export type CancelledBy = Static<typeof CancelledBy>

/** Most services of one visit. */
export const SERVICES_PER_APPOINTMENT = 5

/** In place of a barber's id: whoever of the shop is free, the one with the fewest appointments of that day first. */
export const ANY_BARBER = 'any'

/** A service as it was when the appointment was made; `id` is null when the shop has removed it since. */
export const BookedService = Type.Object({
  id: Nullable(Id),
  name: Type.String(),
  durationMin: Type.Integer(),
  priceCents: Cents,
})

export const Named = Type.Object({ id: Id, name: Type.String() })

export const Appointment = Type.Object({
  id: Id,
  status: AppointmentStatus,
  startTime: Instant,
  endTime: Instant,
  durationMin: Type.Integer(),
  priceCents: Cents,
  timeZone: Type.String(),
  /** The first service, under the name of all: 'Corte + Barba'. */
  service: Type.Object({ id: Nullable(Id), name: Type.String() }),
  /** All of them, in the order in which they were chosen. Together they may take less time and money than one by one. */
  services: Type.Array(BookedService),
  /** `id` is null for a walk-in without an account and for an account that was deleted. The phone is told to the shop only. */
  customer: Type.Object({ id: Nullable(Id), name: Type.String(), phone: Nullable(Type.String()) }),
  barber: Type.Object({
    id: Id,
    name: Type.String(),
    avatarUrl: Nullable(Type.String()),
    user: Type.Object({ name: Type.String(), avatarUrl: Nullable(Type.String()) }),
    barbershop: Named,
  }),
  barbershop: Type.Object({ id: Id, name: Type.String(), address: Type.String(), cancelNoticeMin: Type.Integer() }),
  reviewed: Type.Boolean(),
  isWalkIn: Type.Boolean(),
  /** Null unless it was cancelled, and for what was cancelled before anybody kept it. */
  cancelledBy: Nullable(CancelledBy),
  /** The word of whoever cancelled to the other side. */
  cancelReason: Nullable(Type.String()),
  /** The customer answered a reminder: he comes. */
  isPresenceConfirmed: Type.Boolean(),
  /** Until when the customer may move or cancel it: the start minus the shop's notice. */
  changeableUntil: Instant,
})
export type Appointment = Static<typeof Appointment>

/** Another way to be served when the wished slot is gone. */
export const Alternative = Type.Object({
  /** The last two answer a wish for any barber. */
  kind: Type.Enum(['same-barber', 'same-time', 'next-day', 'other-time', 'other-day']),
  barberId: Id,
  barberName: Type.String(),
  startTime: Instant,
  /** YYYY-MM-DD and HH:MM in the shop's zone, as the booking screen chooses them. */
  date: Type.String(),
  time: Type.String(),
})
export type Alternative = Static<typeof Alternative>

export const Conflict = Type.Object({
  code: Type.String(),
  message: Type.String(),
  alternatives: Type.Optional(Type.Array(Alternative)),
})

/** Which chair, which services, when: what a booking and a hold have in common. */
const Wish = {
  barberId: Type.Union([Id, Type.Literal(ANY_BARBER)]),
  /** Must be given with `any`; otherwise the barber's own when given. */
  barbershopId: Type.Optional(Id),
  serviceId: Id,
  /** Several services in one visit, `serviceId` first. */
  serviceIds: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: SERVICES_PER_APPOINTMENT, uniqueItems: true })),
  startTime: Instant,
}

const Created = Type.Object({ id: Id, appointmentId: Id, appointment: Appointment })

const Changed = Type.Object({ appointment: Appointment })

export const IDEMPOTENCY_HEADER = 'idempotency-key'
/** How long a chosen time stays with a customer who is proving the e-mail. */
export const HOLD_MINUTES = 5
export const OPEN_PER_SHOP = 3
export const NEW_PER_DAY = 5

export const appointmentsApi = {
  create: route('POST', '/appointments', {
    summary: 'Agenda um horário',
    headers: Type.Object({
      [IDEMPOTENCY_HEADER]: Type.Optional(Type.String({ minLength: 8, maxLength: 100, pattern: '^[\\w-]+$' })),
    }),
    body: Strict({
      /** Must be the caller when given. */
      customerId: Type.Optional(Id),
      ...Wish,
      /** Must be startTime plus the duration of the visit when given. */
      endTime: Type.Optional(Instant),
    }),
    response: { 200: Created, 201: Created, 409: Conflict },
  }),
  hold: route('POST', '/appointments/hold', {
    summary: 'Segura um horário por 5 minutos enquanto o e-mail é confirmado',
    body: Strict(Wish),
    response: { 201: Type.Object({ id: Id, heldUntil: Instant }), 409: Conflict },
  }),
  release: route('DELETE', '/appointments/hold', {
    summary: 'Solta o horário que a pessoa segurava',
    response: { 200: Type.Object({ released: Type.Boolean() }) },
  }),
  get: route('GET', '/appointments/:id', {
    summary: 'Um agendamento próprio',
    params: IdParams,
    response: { 200: Type.Object({ appointment: Appointment }) },
  }),
  calendar: route('GET', '/appointments/:id/calendar.ics', {
    summary: 'O agendamento como evento de calendário (.ics)',
    produces: ['text/calendar'],
    params: IdParams,
    response: { 200: Type.String() },
  }),
  confirm: route('PATCH', '/appointments/:id/confirm', {
    summary: 'O barbeiro ou o dono aceita o pedido',
    params: IdParams,
    response: { 200: Changed },
  }),
  cancel: route('PATCH', '/appointments/:id/cancel', {
    summary: 'O cliente cancela, ou o barbeiro ou o dono recusa',
    params: IdParams,
    /** May be left out. */
    body: Nullable(Strict({ reason: Type.Optional(Text({ max: 300 })) })),
    response: { 200: Changed },
  }),
  complete: route('PATCH', '/appointments/:id/complete', {
    summary: 'O barbeiro ou o dono finaliza, depois do início',
    params: IdParams,
    response: { 200: Changed },
  }),
  noShow: route('PATCH', '/appointments/:id/no-show', {
    summary: 'O barbeiro ou o dono marca que o cliente não veio, até 7 dias depois do início',
    params: IdParams,
    response: { 200: Changed },
  }),
  reschedule: route('PATCH', '/appointments/:id/reschedule', {
    summary: 'O cliente muda o horário',
    params: IdParams,
    body: Strict({
      newStartTime: Instant,
      /** Must be the new start plus the appointment's duration when given. */
      newEndTime: Type.Optional(Instant),
    }),
    response: { 200: Changed, 409: Conflict },
  }),
  walkIn: route('POST', '/appointments/walk-in', {
    summary: 'O barbeiro encaixa quem chegou sem hora marcada',
    body: Strict({
      /** One of the caller's own chairs; an owner may name any chair of his shops. */
      barberId: Id,
      serviceId: Id,
      /** Now, to the minute, when absent. */
      startTime: Type.Optional(Instant),
      customerName: Type.Optional(Text({ max: 120 })),
    }),
    response: { 201: Changed, 409: Conflict },
  }),
}
