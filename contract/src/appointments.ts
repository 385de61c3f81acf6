import { type Static, Type } from 'typebox'
import { AutomaticConfirmation } from './confirmation.ts'
import {
  Cents,
  CODE_MINUTES,
  Id,
  IdParams,
  Instant,
  MAX_SERVICES_PER_APPOINTMENT,
  Nullable,
  Strict,
  Taps,
  Text,
} from './fields.ts'
import { defineApi, route } from './route.ts'
import { SlotConflict } from './slot-conflicts.ts'
import { MAX_NAME } from './text-limits.ts'

export const AppointmentStatus = Type.Union([
  Type.Literal('SCHEDULED'),
  Type.Literal('CONFIRMED'),
  Type.Literal('COMPLETED'),
  Type.Literal('CANCELLED'),
  Type.Literal('NO_SHOW'),
])
export type AppointmentStatus = Static<typeof AppointmentStatus>

/** 'system': a request that the barbershop did not confirm in time. */
export const CancelledBy = Type.Enum(['customer', 'barber', 'owner', 'system'])
export type CancelledBy = Static<typeof CancelledBy>

export { MAX_SERVICES_PER_APPOINTMENT } from './fields.ts'
/** Characters of the note to the barber, and of the name of a guest. */
export const MAX_NOTE_LENGTH = 200
export const MAX_GUEST_NAME_LENGTH = 120
/** Characters of what the side that cancels writes to the other side. */
export const MAX_CANCEL_REASON_LENGTH = 300
/** How long after the start staff may record that the customer did not come. */
export const NO_SHOW_DAYS = 7

/** Instead of a barber's id: any free barber of the barbershop, the one with the fewest appointments of that day first. */
export const ANY_BARBER = 'any'

/** A service as it was when the appointment was made; `id` is null if the barbershop has removed it since. */
export const BookedService = Type.Object({
  id: Nullable(Id),
  name: Type.String(),
  durationMin: Type.Integer(),
  priceCents: Cents,
})

export const IdAndName = Type.Object({ id: Id, name: Type.String() })

const phone = Type.Optional(Nullable(Type.String()))

/** What staff need at hand when they serve a customer: the rest is in the profile (customersApi.get). */
const ServedProfile = Type.Object({ id: Id, allergies: Type.String(), notes: Type.String() })

/** That staff agreed on another price than that of the services. Without a name after the account was deleted. */
const PriceChange = Type.Object({ fromCents: Cents, reason: Type.String(), by: Nullable(Type.String()), at: Instant })

export const Appointment = Type.Object({
  id: Id,
  /** Incremented by each change. */
  version: Type.Integer(),
  status: AppointmentStatus,
  startTime: Instant,
  endTime: Instant,
  durationMin: Type.Integer(),
  priceCents: Cents,
  timeZone: Type.String(),
  /** The id of the first service, the name of all of them: 'Corte + Barba'. */
  service: Type.Object({ id: Nullable(Id), name: Type.String() }),
  /** In the order in which they were chosen. A combination may take less time and cost less than the sum. */
  services: Type.Array(BookedService),
  /** `id` is null for a walk-in without an account and for a deleted account. Only the barbershop sees the phone. */
  customer: Type.Object({ id: Nullable(Id), name: Type.String(), phone: Nullable(Type.String()) }),
  /** What this barbershop knows of the customer, for its staff only; null where it knows nothing. Of a guest it is who booked. */
  customerProfile: Type.Optional(Nullable(ServedProfile)),
  /** For whom the customer booked it; null: for themselves. */
  guestName: Nullable(Type.String()),
  /** From the customer to the barber. Null after an account was deleted, like the name of the guest. */
  note: Nullable(Type.String()),
  /** Among staff, who alone read it. */
  staffNote: Type.Optional(Nullable(Type.String())),
  /** The last one, for staff only. */
  priceChange: Type.Optional(Nullable(PriceChange)),
  barber: Type.Object({
    id: Id,
    name: Type.String(),
    avatarUrl: Nullable(Type.String()),
    user: Type.Object({ name: Type.String(), avatarUrl: Nullable(Type.String()) }),
    barbershop: IdAndName,
  }),
  barbershop: Type.Object({
    ...IdAndName.properties,
    address: Type.String(),
    phone,
    cancelNoticeMin: Type.Integer(),
    /** For staff: a completed appointment is paid by a visit (comanda). */
    usesVisits: Type.Optional(Type.Boolean()),
  }),
  reviewed: Type.Boolean(),
  isWalkIn: Type.Boolean(),
  /** The standing appointment that it is a date of. Absent from what older versions stored. */
  seriesId: Type.Optional(Nullable(Id)),
  /** Shared by the appointments that the customer booked together, for several persons. Absent likewise. */
  groupId: Type.Optional(Nullable(Id)),
  /** Null unless it was cancelled, and for appointments that were cancelled before this was stored. */
  cancelledBy: Nullable(CancelledBy),
  /** What the side that cancelled wrote to the other side. */
  cancelReason: Nullable(Type.String()),
  /** The customer replied to a reminder that they will come. */
  isPresenceConfirmed: Type.Boolean(),
  /** Until when the customer may reschedule or cancel: the start minus the barbershop's cancellation notice. */
  changeableUntil: Instant,
  /** Until when the barbershop confirms the request, which is cancelled then. Null unless it is SCHEDULED. */
  confirmBy: Nullable(Instant),
  /** Until when staff may correct the outcome, or cancel a walk-in: the end of that day. Null when they may not. */
  correctableUntil: Nullable(Instant),
  /** Null for customers. */
  ...Taps,
})
export type Appointment = Static<typeof Appointment>

/** A colleague who provides all services of an appointment, with what they take for them. A price that staff set by hand stays. */
export const OtherBarber = Type.Object({
  id: Id,
  name: Type.String(),
  avatarUrl: Nullable(Type.String()),
  priceCents: Cents,
  durationMin: Type.Integer(),
})
export type OtherBarber = Static<typeof OtherBarber>

/** How a customer came to the booking: through the product, by the address that the barbershop gives away, or by its poster. */
export const arrivals = ['page', 'link', 'poster'] as const

/**
 * How an appointment was made, which stays when it is moved. 'phone': staff booked for a customer; 'walk-in': staff added who was there;
 * 'series': a date of a standing appointment; 'waitlist': an accepted offer.
 */
export const appointmentSources = [...arrivals, 'waitlist', 'series', 'phone', 'walk-in', 'queue', 'import'] as const
export type AppointmentSource = (typeof appointmentSources)[number]

/** What a booking and a hold have in common. */
const bookingFields = {
  barberId: Type.Union([Id, Type.Literal(ANY_BARBER)]),
  /** Required with `any`; otherwise the barber's own barbershop if given. */
  barbershopId: Type.Optional(Id),
  serviceId: Id,
  /** Several services in one appointment, starting with `serviceId`. */
  serviceIds: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: MAX_SERVICES_PER_APPOINTMENT, uniqueItems: true })),
  startTime: Instant,
  /** The price that was shown. With another one the booking is refused; any barber is then one with this price. */
  priceCents: Type.Optional(Cents),
  /** The last-minute slot whose price `priceCents` is. Any barber: also another open one with the same price. */
  lastMinuteId: Type.Optional(Id),
}

const changeErrors = ['FORBIDDEN', 'APPOINTMENT_NOT_FOUND', 'STATE_CHANGED'] as const
const termsErrors = ['BARBER_NOT_FOUND', 'SERVICE_NOT_FOUND', 'PRICE_CHANGED', 'LAST_MINUTE_ENDED'] as const
const slotErrors = ['SLOT_UNAVAILABLE', 'SLOT_TAKEN', 'CUSTOMER_BUSY', 'STATE_CHANGED'] as const

const CreatedAppointment = Type.Object({ id: Id, appointmentId: Id, appointment: Appointment })
const ChangedAppointment = Type.Object({ appointment: Appointment })

export const IDEMPOTENCY_HEADER = 'idempotency-key'
/** How long a slot is held for a customer who is verifying their email: as long as the code for it is valid. */
export const HOLD_MINUTES = CODE_MINUTES
/** How many open appointments a customer has in one barbershop, and new ones in a day in any barbershop. */
export const MAX_OPEN_PER_BARBERSHOP = 3
export const MAX_NEW_PER_DAY = 5

export const IdempotencyHeaders = Type.Object({
  [IDEMPOTENCY_HEADER]: Type.Optional(Type.String({ minLength: 8, maxLength: 100, pattern: '^[\\w-]+$' })),
})
/** Optional. */
export const Cancellation = Nullable(Strict({ reason: Type.Optional(Text({ max: MAX_CANCEL_REASON_LENGTH })) }))

export const appointmentsApi = defineApi(
  { tag: 'appointments', description: 'Agendar, mudar, confirmar e concluir um horário' },
  {
    create: route('POST', '/appointments', {
      summary: 'Agenda um horário',
      headers: IdempotencyHeaders,
      body: Strict({
        /** Must be the caller if given. */
        customerId: Type.Optional(Id),
        ...bookingFields,
        /** Must be startTime plus the total duration of the services if given. */
        endTime: Type.Optional(Instant),
        /** For a child or a friend. Blank: for the customer. */
        guestName: Type.Optional(Text({ max: MAX_GUEST_NAME_LENGTH })),
        /** Only the customer and the barbershop read it. */
        note: Type.Optional(Text({ max: MAX_NOTE_LENGTH })),
        /** 'page' if it is not given. */
        source: Type.Optional(Type.Enum(arrivals)),
      }),
      errors: [
        'CUSTOMER_BLOCKED',
        'EMAIL_NOT_VERIFIED',
        'FORBIDDEN',
        'END_TIME_MISMATCH',
        ...termsErrors,
        ...slotErrors,
        'IDEMPOTENCY_CONFLICT',
        'TOO_MANY_OPEN_APPOINTMENTS',
        'TOO_MANY_NEW_APPOINTMENTS',
      ],
      response: { 200: CreatedAppointment, 201: CreatedAppointment, 409: SlotConflict },
    }),
    hold: route('POST', '/appointments/hold', {
      summary: 'Segura um horário por 5 minutos enquanto o e-mail é confirmado',
      body: Strict(bookingFields),
      errors: ['CUSTOMER_BLOCKED', ...termsErrors, ...slotErrors],
      response: { 201: Type.Object({ id: Id, heldUntil: Instant }), 409: SlotConflict },
    }),
    releaseHold: route('DELETE', '/appointments/hold', {
      summary: 'Solta o horário que a pessoa segurava',
      response: { 200: Type.Object({ released: Type.Boolean() }) },
    }),
    get: route('GET', '/appointments/:id', {
      summary: 'Um agendamento próprio',
      params: IdParams,
      errors: ['APPOINTMENT_NOT_FOUND'],
      response: {
        200: Type.Object({
          appointment: Appointment,
          /** Of another time that the customer chooses. */
          automaticConfirmation: AutomaticConfirmation,
          /** With whom else; empty once it is over or cancelled. */
          otherBarbers: Type.Array(OtherBarber),
          /** The open appointments that were booked together with it. */
          others: Type.Array(Appointment),
        }),
      },
    }),
    calendar: route('GET', '/appointments/:id/calendar.ics', {
      summary: 'O agendamento como evento de calendário (.ics)',
      produces: ['text/calendar'],
      params: IdParams,
      errors: ['APPOINTMENT_NOT_FOUND'],
      response: { 200: Type.String() },
    }),
    confirm: route('PATCH', '/appointments/:id/confirm', {
      summary: 'O barbeiro ou o dono aceita o pedido',
      params: IdParams,
      errors: ['FORBIDDEN', 'APPOINTMENT_NOT_FOUND', 'STATE_CHANGED', 'APPOINTMENT_OVER'],
      response: { 200: ChangedAppointment },
    }),
    cancel: route('PATCH', '/appointments/:id/cancel', {
      summary: 'O cliente cancela, ou o barbeiro ou o dono recusa',
      params: IdParams,
      body: Cancellation,
      errors: ['FORBIDDEN', 'APPOINTMENT_NOT_FOUND', 'STATE_CHANGED', 'NOTICE_PASSED', 'APPOINTMENT_OVER'],
      response: { 200: ChangedAppointment },
    }),
    complete: route('PATCH', '/appointments/:id/complete', {
      summary: 'O barbeiro ou o dono finaliza, depois do início',
      params: IdParams,
      errors: ['FORBIDDEN', 'APPOINTMENT_NOT_FOUND', 'STATE_CHANGED', 'NOT_STARTED'],
      response: { 200: ChangedAppointment },
    }),
    noShow: route('PATCH', '/appointments/:id/no-show', {
      summary: 'O barbeiro ou o dono marca que o cliente não veio, até 7 dias depois do início',
      params: IdParams,
      errors: [...changeErrors, 'NOT_STARTED', 'NO_SHOW_TOO_LATE', 'WALK_IN_NO_SHOW'],
      response: { 200: ChangedAppointment },
    }),
    correct: route('PATCH', '/appointments/:id/correct', {
      summary: 'O barbeiro ou o dono corrige, até o fim do dia, um atendimento finalizado ou uma falta por engano',
      params: IdParams,
      /** CANCELLED is for walk-ins, which have no no-show. */
      body: Strict({ status: Type.Enum(['COMPLETED', 'NO_SHOW', 'CANCELLED']) }),
      errors: [
        'FORBIDDEN',
        'APPOINTMENT_NOT_FOUND',
        'STATE_CHANGED',
        'WALK_IN_NO_SHOW',
        'CORRECTION_TOO_LATE',
        'APPOINTMENT_REVIEWED',
      ],
      response: { 200: ChangedAppointment },
    }),
    reschedule: route('PATCH', '/appointments/:id/reschedule', {
      summary: 'O cliente muda o horário, e se quiser o barbeiro',
      params: IdParams,
      body: Strict({
        newStartTime: Instant,
        /** Must be the new start plus the appointment's duration, or that of the new barber, if given. */
        newEndTime: Type.Optional(Instant),
        /** Another barber of the barbershop; without it the barber stays. */
        barberId: Type.Optional(Id),
        /** The price of another barber that was shown. With another one the request is refused. */
        priceCents: Type.Optional(Cents),
      }),
      errors: [
        'FORBIDDEN',
        'APPOINTMENT_NOT_FOUND',
        'BARBER_NOT_FOUND',
        'SERVICE_NOT_FOUND',
        'PRICE_CHANGED',
        'STATE_CHANGED',
        'NOTICE_PASSED',
        'END_TIME_MISMATCH',
        'SLOT_UNAVAILABLE',
        'SLOT_TAKEN',
        'CUSTOMER_BUSY',
        'CUSTOMER_BLOCKED',
      ],
      response: { 200: ChangedAppointment, 409: SlotConflict },
    }),
    walkIn: route('POST', '/appointments/walk-in', {
      summary: 'O barbeiro encaixa quem chegou sem hora marcada',
      body: Strict({
        /** The caller, or for an owner any barber of their barbershops. */
        barberId: Id,
        serviceId: Id,
        serviceIds: bookingFields.serviceIds,
        /** Defaults to the current minute. */
        startTime: Type.Optional(Instant),
        customerName: Type.Optional(Text({ max: MAX_NAME })),
      }),
      errors: ['FORBIDDEN', 'BARBER_NOT_FOUND', 'SERVICE_NOT_FOUND', 'SLOT_UNAVAILABLE', 'SLOT_TAKEN'],
      response: { 201: ChangedAppointment, 409: SlotConflict },
    }),
  },
)
