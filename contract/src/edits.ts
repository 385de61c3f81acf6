import { Type } from 'typebox'
import { Appointment, IdAndName } from './appointments.ts'
import { Cents, Id, IdParams, MAX_SERVICES_PER_APPOINTMENT, Nullable, Strict, Text } from './fields.ts'
import { defineApi, route } from './route.ts'
import { SlotConflict } from './slot-conflicts.ts'
import { BookingLink } from './staff-bookings.ts'
import { MAX_REASON, MAX_STAFF_NOTE } from './text-limits.ts'

/** How long staff may make one visit. */
export const MAX_VISIT_MINUTES = 600

const Version = Type.Integer({ minimum: 1 })

/** What is given changes. */
export const AppointmentEdit = {
  /** Other services, in their order: as long and at the price that the barber provides them for today, unless both are given. */
  serviceIds: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: MAX_SERVICES_PER_APPOINTMENT, uniqueItems: true })),
  durationMin: Type.Optional(Type.Integer({ minimum: 5, maximum: MAX_VISIT_MINUTES })),
  priceCents: Type.Optional(Cents),
  /** Required where the price is neither the agreed one nor that of the new services. Only staff read it. */
  priceReason: Type.Optional(Text({ max: MAX_REASON })),
  /** Another barber of the barbershop, at the same time. */
  barberId: Type.Optional(Id),
}

/** What an appointment of this length collides with, and what is possible instead. */
const EditConflict = Type.Object({
  ...SlotConflict.properties,
  /** Until the next customer; null: the barber is not free at all. */
  maxDurationMin: Type.Optional(Nullable(Type.Integer())),
  /** Who provides the services and is free for so long. */
  freeBarbers: Type.Optional(Type.Array(IdAndName)),
})

export const editsApi = defineApi(
  { tag: 'edits', description: 'O que a equipe muda em um atendimento: serviços, preço, duração, barbeiro, anotação' },
  {
    /**
     * The customer is notified once. A completed appointment only gets another price, until the end of its day; one that was cancelled or
     * missed nothing.
     */
    edit: route('PATCH', '/appointments/:id/edit', {
      summary: 'O barbeiro ou o dono muda serviços, duração, preço ou barbeiro',
      params: IdParams,
      body: Strict({ version: Version, ...AppointmentEdit }),
      errors: [
        'FORBIDDEN',
        'APPOINTMENT_NOT_FOUND',
        'BARBER_NOT_FOUND',
        'SERVICE_NOT_FOUND',
        'STATE_CHANGED',
        'PRICE_REASON_MISSING',
        'CORRECTION_TOO_LATE',
        'SLOT_TAKEN',
        'CUSTOMER_BUSY',
      ],
      response: { 200: Type.Object({ appointment: Appointment, link: Nullable(BookingLink) }), 409: EditConflict },
    }),
    undoEdit: route('POST', '/appointments/:id/undo-edit', {
      summary: 'Quem acabou de mudar o atendimento desfaz a mudança',
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
    /** No notification follows, and the version stays: what customers were sent remains valid. */
    note: route('PUT', '/appointments/:id/staff-note', {
      summary: 'A equipe anota algo sobre o atendimento; o cliente não vê',
      params: IdParams,
      /** Refused unless it is still as the caller saw it. */
      body: Strict({ before: Text({ max: MAX_STAFF_NOTE }), staffNote: Text({ max: MAX_STAFF_NOTE }) }),
      errors: ['FORBIDDEN', 'APPOINTMENT_NOT_FOUND', 'EDIT_CONFLICT'],
      response: { 200: Type.Object({ appointment: Appointment }) },
    }),
  },
)
