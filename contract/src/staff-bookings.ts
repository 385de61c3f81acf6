import { type Static, Type } from 'typebox'
import {
  ANY_BARBER,
  Appointment,
  Cancellation,
  IdempotencyHeaders,
  MAX_NOTE_LENGTH,
  MAX_SERVICES_PER_APPOINTMENT,
  OtherBarber,
} from './appointments.ts'
import { AutomaticConfirmation } from './confirmation.ts'
import { Cents, Id, IdParams, Instant, Nullable, PersonPhone, Strict, Text } from './fields.ts'
import { LinkParams, RemindedAppointment } from './reminder-reply.ts'
import { defineApi, route } from './route.ts'
import { delaysApi } from './serving.ts'
import { SlotConflict } from './slot-conflicts.ts'
import { MAX_NAME } from './text-limits.ts'

/** What the customer without an account receives. The link is for the holder: it confirms, moves and cancels this appointment. */
export const BookingLink = Type.Object({
  url: Type.String(),
  /** A message with the link, ready to be sent. */
  text: Type.String(),
  /** Opens WhatsApp with the number and the text. */
  whatsAppUrl: Type.String(),
  /** The installation sends it by itself. */
  isSent: Type.Boolean(),
})
export type BookingLink = Static<typeof BookingLink>

/** `link` is null for a customer with an account, who is notified there. */
const BookedForCustomer = Type.Object({ customerId: Id, appointment: Appointment, link: Nullable(BookingLink) })

/** How long staff can undo a move. */
export const UNDO_SECONDS = 5

const Version = Type.Integer({ minimum: 1 })
const MovedAppointment = Type.Object({ appointment: Appointment, link: Nullable(BookingLink) })

export const staffBookingsApi = defineApi(
  { tag: 'staffBookings', description: 'Horários que a barbearia marca para quem ligou' },
  {
    mostBooked: route('GET', '/barbershops/:id/bookings/services', {
      summary: 'Os serviços que a barbearia atendeu em 90 dias, do mais ao menos marcado',
      params: IdParams,
      errors: ['BARBERSHOP_NOT_FOUND'],
      response: { 200: Type.Object({ serviceIds: Type.Array(Id) }) },
    }),
    move: route('PATCH', '/appointments/:id/move', {
      summary: 'O barbeiro ou o dono muda o horário, o dia ou o barbeiro',
      params: IdParams,
      body: Strict({
        /** Any time at which the barber is free, also outside the opening hours. Duration and price stay. */
        startTime: Instant,
        /** Another barber of the barbershop. */
        barberId: Type.Optional(Id),
        /** The version of the appointment as the caller saw it. */
        version: Version,
      }),
      errors: [
        'FORBIDDEN',
        'APPOINTMENT_NOT_FOUND',
        'BARBER_NOT_FOUND',
        'SERVICE_NOT_FOUND',
        'STATE_CHANGED',
        'APPOINTMENT_OVER',
        'SLOT_UNAVAILABLE',
        'SLOT_TAKEN',
        'CUSTOMER_BUSY',
      ],
      response: { 200: MovedAppointment, 409: SlotConflict },
    }),
    undoMove: route('POST', '/appointments/:id/undo-move', {
      summary: 'Quem acabou de mudar o horário desfaz a mudança',
      params: IdParams,
      body: Strict({ version: Version }),
      errors: [
        'APPOINTMENT_NOT_FOUND',
        'BARBER_NOT_FOUND',
        'STATE_CHANGED',
        'UNDO_TOO_LATE',
        'SLOT_TAKEN',
        'CUSTOMER_BUSY',
      ],
      response: { 200: Type.Object({ appointment: Appointment }), 409: SlotConflict },
    }),
    book: route('POST', '/barbershops/:id/bookings', {
      summary: 'O barbeiro ou o dono marca um horário para um cliente que ligou',
      params: IdParams,
      headers: IdempotencyHeaders,
      body: Strict({
        barberId: Type.Union([Id, Type.Literal(ANY_BARBER)]),
        serviceIds: Type.Array(Id, { minItems: 1, maxItems: MAX_SERVICES_PER_APPOINTMENT, uniqueItems: true }),
        /** Any time at which the barber is free, also outside the opening hours. */
        startTime: Instant,
        /** The price that was shown, as in a booking by the customer. */
        priceCents: Type.Optional(Cents),
        /** A known customer of the barbershop, or else name and phone of a new one. */
        customerId: Type.Optional(Id),
        newCustomer: Type.Optional(Strict({ name: Text({ min: 1, max: MAX_NAME }), phone: PersonPhone })),
        note: Type.Optional(Text({ max: MAX_NOTE_LENGTH })),
      }),
      errors: [
        'BARBERSHOP_NOT_FOUND',
        'CUSTOMER_NOT_FOUND',
        'CUSTOMER_LIMIT',
        'BARBER_NOT_FOUND',
        'SERVICE_NOT_FOUND',
        'PRICE_CHANGED',
        'SLOT_UNAVAILABLE',
        'SLOT_TAKEN',
        'CUSTOMER_BUSY',
        'STATE_CHANGED',
        'IDEMPOTENCY_CONFLICT',
      ],
      response: { 200: BookedForCustomer, 201: BookedForCustomer, 409: SlotConflict },
    }),
  },
)

/** What the link shows: nothing about the customer. */
export const LinkedBooking = Type.Object({
  ...RemindedAppointment.properties,
  appointmentId: Id,
  barberId: Id,
  serviceId: Nullable(Id),
  /** Of all services, without those that the barbershop has removed since. */
  serviceIds: Type.Array(Id),
  /** With whom else it can be; empty once it cannot be rescheduled. */
  otherBarbers: Type.Array(OtherBarber),
  /** Until the cancellation notice; afterwards only the barbershop can change it. */
  canReschedule: Type.Boolean(),
  /** Of another time. */
  automaticConfirmation: AutomaticConfirmation,
  /** It is in an account: only that account changes it. */
  isClaimed: Type.Boolean(),
})
export type LinkedBooking = Static<typeof LinkedBooking>

const LinkResponse = Type.Object({ appointment: LinkedBooking })

/** The link of a customer who booked by phone. Needs no session, is valid for one appointment, and expires at its end. */
export const bookingLinkApi = defineApi(
  { tag: 'bookingLink', description: 'O link de um horário marcado pelo telefone, sem login' },
  {
    get: route('GET', '/booking-links/:token', {
      summary: 'O horário de um link; olhar não muda nada',
      params: LinkParams,
      errors: ['LINK_INVALID', 'LINK_EXPIRED'],
      response: { 200: LinkResponse },
    }),
    confirm: route('POST', '/booking-links/:token/presence', {
      summary: 'O cliente confirma que vem',
      params: LinkParams,
      errors: ['LINK_INVALID', 'LINK_EXPIRED', 'LINK_CLAIMED', 'STATE_CHANGED'],
      response: { 200: LinkResponse },
    }),
    cancel: route('POST', '/booking-links/:token/cancel', {
      summary: 'O cliente cancela, até o prazo da barbearia',
      params: LinkParams,
      body: Cancellation,
      errors: [
        'LINK_INVALID',
        'LINK_EXPIRED',
        'LINK_CLAIMED',
        'STATE_CHANGED',
        'NOTICE_PASSED',
        'APPOINTMENT_NOT_FOUND',
      ],
      response: { 200: LinkResponse },
    }),
    reschedule: route('POST', '/booking-links/:token/reschedule', {
      summary: 'O cliente muda o horário, e se quiser o barbeiro',
      params: LinkParams,
      body: Strict({
        newStartTime: Instant,
        /** Another barber of the barbershop; without it the barber stays. */
        barberId: Type.Optional(Id),
        /** The price of another barber that was shown. With another one the request is refused. */
        priceCents: Type.Optional(Cents),
      }),
      errors: [
        'LINK_INVALID',
        'LINK_EXPIRED',
        'LINK_CLAIMED',
        'STATE_CHANGED',
        'NOTICE_PASSED',
        'SLOT_UNAVAILABLE',
        'SLOT_TAKEN',
        'CUSTOMER_BUSY',
        'CUSTOMER_BLOCKED',
        'BARBER_NOT_FOUND',
        'SERVICE_NOT_FOUND',
        'PRICE_CHANGED',
        'APPOINTMENT_NOT_FOUND',
      ],
      response: { 200: LinkResponse, 409: SlotConflict },
    }),
    delay: route('GET', '/booking-links/:token/delay', {
      summary: 'O atraso do horário de um link, e o que se pode fazer',
      params: LinkParams,
      errors: ['LINK_INVALID', 'LINK_EXPIRED', 'LINK_CLAIMED', 'APPOINTMENT_NOT_FOUND'],
      response: delaysApi.get.schema.response,
    }),
    replyToDelay: route('POST', '/booking-links/:token/delay/reply', {
      summary: 'O cliente responde ao atraso',
      params: LinkParams,
      body: delaysApi.reply.schema.body,
      errors: [
        'LINK_INVALID',
        'LINK_EXPIRED',
        'LINK_CLAIMED',
        'APPOINTMENT_NOT_FOUND',
        'BARBER_NOT_FOUND',
        'STATE_CHANGED',
        'SLOT_TAKEN',
        'CUSTOMER_BUSY',
      ],
      response: { 200: LinkResponse, 409: SlotConflict },
    }),
    claim: route('POST', '/booking-links/:token/claim', {
      summary: 'Guarda o horário na conta de quem está com o link; só a primeira conta consegue',
      params: LinkParams,
      errors: ['LINK_INVALID', 'LINK_EXPIRED', 'LINK_CLAIMED', 'EMAIL_NOT_VERIFIED', 'CUSTOMER_BUSY', 'STATE_CHANGED'],
      response: { 200: LinkResponse },
    }),
  },
)
