import { type Static, Type } from 'typebox'
import { ANY_BARBER } from './appointments.ts'
import { Id, IdParams, Nullable, Strict } from './fields.ts'
import { defineApi, route } from './route.ts'
import { ScheduleConflict, TimeOff, timeOffFields } from './staff.ts'
import { BookingLink } from './staff-bookings.ts'

/** An absence with more appointments is refused with TIME_OFF_INVALID: all of them change in one transaction. */
export const MAX_ABSENCE_APPOINTMENTS = 500
/** Those of a longer absence can be stated too, for the caller to learn that it has to be split. */
const MAX_STATED = 10_000

/** An appointment during the absence that no requested barber can take, and why, as a sentence. */
const UnassignableAppointment = Type.Object({ ...ScheduleConflict.properties, obstacle: Type.String() })
export type UnassignableAppointment = Static<typeof UnassignableAppointment>

/** `link` is for a customer without an account, whom nothing else reaches; null for all others. */
const ResolvedAppointment = Type.Object({ ...ScheduleConflict.properties, link: Nullable(BookingLink) })
export type ResolvedAppointment = Static<typeof ResolvedAppointment>

const ReassignedAppointment = Type.Object({
  ...ResolvedAppointment.properties,
  barber: Type.Object({ id: Id, name: Type.String() }),
})

const AddedAbsence = Type.Object({
  timeOff: TimeOff,
  reassigned: Type.Array(ReassignedAppointment),
  cancelled: Type.Array(ResolvedAppointment),
  /** Stay with the absent barber. */
  unchanged: Type.Array(ScheduleConflict),
})
export type AddedAbsence = Static<typeof AddedAbsence>

const Unresolved = Type.Object({
  code: Type.String(),
  message: Type.String(),
  /** All appointments during the absence; with ABSENCE_UNRESOLVED those that cannot be reassigned. */
  conflicts: Type.Optional(
    Type.Array(Type.Object({ ...ScheduleConflict.properties, obstacle: Type.Optional(Type.String()) })),
  ),
  /** How many of the others can be reassigned. */
  assignable: Type.Optional(Type.Integer()),
})

/** Time off of a barber who has appointments in it, with what becomes of them: all of it in one transaction, or nothing. */
export const absencesApi = defineApi(
  { tag: 'absences', description: 'A folga de quem já tinha horários marcados' },
  {
    add: route('POST', '/barbers/:id/absences', {
      summary: 'Marca folga e resolve o que já estava marcado: cancela tudo e avisa, ou passa para quem está livre',
      params: IdParams,
      body: Strict({
        ...timeOffFields,
        /** The appointments that the caller has seen. If there is another one, nothing changes and all are returned with 409. */
        appointmentIds: Type.Array(Id, { maxItems: MAX_STATED }),
        /** To whom they go, each at its time; `any` is the barber who is free then. Without it all of them are cancelled. */
        reassignTo: Type.Optional(Type.Union([Id, Type.Literal(ANY_BARBER)])),
        /** What becomes of those that cannot be reassigned, of which the caller has seen these. Without it they are returned with 409. */
        rest: Type.Optional(
          Strict({
            action: Type.Enum(['cancel', 'keep']),
            appointmentIds: Type.Array(Id, { maxItems: MAX_ABSENCE_APPOINTMENTS }),
          }),
        ),
      }),
      errors: [
        'BARBER_NOT_FOUND',
        'FORBIDDEN',
        'TIME_OFF_INVALID',
        'SCHEDULE_CONFLICT',
        'ABSENCE_UNRESOLVED',
        'STATE_CHANGED',
      ],
      response: { 201: AddedAbsence, 409: Unresolved },
    }),
  },
)
