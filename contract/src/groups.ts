import { type Static, Type } from 'typebox'
import {
  ANY_BARBER,
  Appointment,
  arrivals,
  IdempotencyHeaders,
  MAX_CANCEL_REASON_LENGTH,
  MAX_GUEST_NAME_LENGTH,
  MAX_NOTE_LENGTH,
  MAX_SERVICES_PER_APPOINTMENT,
} from './appointments.ts'
import { Cents, Id, IdParams, Instant, Strict, Text } from './fields.ts'
import { defineApi, route } from './route.ts'

/** Persons whom one customer books for in one act, or adds to an appointment that is booked: together they count once for the limits. */
export const MAX_GROUP_SIZE = 4
/** Hours between the first and the last start of a group: who comes together is there together. */
export const MAX_GROUP_HOURS = 12
/** Names of guests that are offered again. */
export const MAX_KNOWN_GUESTS = 8

/** One of the group, as it would be booked. */
const GroupPlace = Type.Object({
  barberId: Id,
  barberName: Type.String(),
  startTime: Instant,
  durationMin: Type.Integer(),
  priceCents: Cents,
})
export type GroupPlace = Static<typeof GroupPlace>

/**
 * Times for a whole group, in the order of its persons: each with another barber at the requested start, all with one barber one after
 * the other, or each as soon as someone is free.
 */
const GroupOption = Type.Object({
  kind: Type.Enum(['same-time', 'one-after-other', 'soonest']),
  places: Type.Array(GroupPlace),
})
export type GroupOption = Static<typeof GroupOption>

const GroupConflict = Type.Object({
  code: Type.String(),
  message: Type.String(),
  /** For the whole group. */
  options: Type.Optional(Type.Array(GroupOption)),
})

const GroupMember = Strict({
  /** Without it the place is for the customer. */
  guestName: Type.Optional(Text({ max: MAX_GUEST_NAME_LENGTH })),
  barberId: Id,
  serviceIds: Type.Array(Id, { minItems: 1, maxItems: MAX_SERVICES_PER_APPOINTMENT, uniqueItems: true }),
  startTime: Instant,
  /** Only the customer and the barbershop read it. */
  note: Type.Optional(Text({ max: MAX_NOTE_LENGTH })),
  /** The price that was shown. With another one the booking is refused. */
  priceCents: Type.Optional(Cents),
})
export type GroupMember = Static<typeof GroupMember>

const BookedGroup = Type.Object({ appointments: Type.Array(Appointment) })

export const groupsApi = defineApi(
  { tag: 'groups', description: 'Marcar para mais de uma pessoa de uma vez' },
  {
    options: route('GET', '/barbershops/:id/groups/options', {
      summary: 'Horários para várias pessoas juntas: na mesma hora, ou uma depois da outra',
      params: IdParams,
      querystring: Strict({
        /** Required unless they are added to an appointment. */
        startTime: Type.Optional(Instant),
        /** With whom the first begins; any barber if it is not given. */
        barberId: Type.Optional(Type.Union([Id, Type.Literal(ANY_BARBER)])),
        services: Type.String({
          maxLength: MAX_GROUP_SIZE * MAX_SERVICES_PER_APPOINTMENT * 37,
          description: 'Os serviços de cada pessoa: ids separados por vírgula, e as pessoas por ponto e vírgula',
        }),
        /** The appointment of the customer that they are added to: its barber and its start count. */
        joins: Type.Optional(Id),
      }),
      errors: ['BARBERSHOP_NOT_FOUND', 'SERVICE_NOT_FOUND', 'APPOINTMENT_NOT_FOUND'],
      response: { 200: Type.Object({ options: Type.Array(GroupOption) }) },
    }),
    book: route('POST', '/barbershops/:id/groups', {
      summary: 'Agenda várias pessoas de uma vez: todas ou nenhuma',
      params: IdParams,
      headers: IdempotencyHeaders,
      body: Strict({
        members: Type.Array(GroupMember, { minItems: 1, maxItems: MAX_GROUP_SIZE }),
        /** The appointment of the customer that they are added to. */
        joins: Type.Optional(Id),
        /** 'page' if it is not given. */
        source: Type.Optional(Type.Enum(arrivals)),
      }),
      errors: [
        'CUSTOMER_BLOCKED',
        'EMAIL_NOT_VERIFIED',
        'APPOINTMENT_NOT_FOUND',
        'GROUP_FULL',
        'BARBER_NOT_FOUND',
        'SERVICE_NOT_FOUND',
        'PRICE_CHANGED',
        'SLOT_UNAVAILABLE',
        'SLOT_TAKEN',
        'CUSTOMER_BUSY',
        'STATE_CHANGED',
        'IDEMPOTENCY_CONFLICT',
        'TOO_MANY_OPEN_APPOINTMENTS',
        'TOO_MANY_NEW_APPOINTMENTS',
      ],
      response: { 200: BookedGroup, 201: BookedGroup, 409: GroupConflict },
    }),
    cancel: route('PATCH', '/groups/:id/cancel', {
      summary: 'Cancela vários horários de um grupo de uma vez: todos ou nenhum',
      params: IdParams,
      body: Strict({
        appointmentIds: Type.Array(Id, { minItems: 1, maxItems: MAX_GROUP_SIZE, uniqueItems: true }),
        reason: Type.Optional(Text({ max: MAX_CANCEL_REASON_LENGTH })),
      }),
      errors: ['APPOINTMENT_NOT_FOUND', 'STATE_CHANGED', 'NOTICE_PASSED', 'APPOINTMENT_OVER'],
      response: { 200: BookedGroup },
    }),
    guests: route('GET', '/appointments/guests', {
      summary: 'Os nomes para quem a pessoa já marcou, do mais recente ao mais antigo',
      response: { 200: Type.Object({ names: Type.Array(Type.String()) }) },
    }),
  },
)
