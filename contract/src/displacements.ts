import { type Static, Type } from 'typebox'
import { ANY_BARBER } from './appointments.ts'
import { Id, IdParams, Nullable, Strict } from './fields.ts'
import { openingHoursChange, servicesChange } from './own-barbershops.ts'
import { defineApi, route } from './route.ts'
import { ScheduleConflict, scheduleChange, timeOffFields } from './staff.ts'
import { BookingLink } from './staff-bookings.ts'

/** A change that displaces more is refused: all of them change in one transaction. */
export const MAX_DISPLACED = 1000

/** What displaces appointments. Each is a change that also has an endpoint of its own, which refuses it or keeps them. */
const DisplacingChange = Type.Union([
  Strict({ type: Type.Literal('time-off'), barberId: Id, ...timeOffFields }),
  Strict({ type: Type.Literal('schedule'), barberId: Id, ...scheduleChange }),
  Strict({ type: Type.Literal('removal'), barberId: Id }),
  Strict({ type: Type.Literal('opening-hours'), ...openingHoursChange }),
  Strict({ type: Type.Literal('services'), ...servicesChange }),
])
export type DisplacingChange = Static<typeof DisplacingChange>

/**
 * `reassign`: to a barber who is free at its time. `propose`: cancelled, and the customer gets another time to take. `cancel`: cancelled,
 * and the customer is notified. `retain`: it stays as it is.
 */
const DisplacementAction = Type.Enum(['reassign', 'propose', 'cancel', 'retain'])
export type DisplacementAction = Static<typeof DisplacementAction>

const NamedBarber = Type.Object({ id: Id, name: Type.String() })

const DisplacedAppointment = Type.Object({
  ...ScheduleConflict.properties,
  barber: NamedBarber,
  /** Who can take it at its time. Null: no barber, for the reason in `obstacle`, a sentence. */
  taker: Nullable(NamedBarber),
  obstacle: Nullable(Type.String()),
})
export type DisplacedAppointment = Static<typeof DisplacedAppointment>

const SettledAppointment = Type.Object({
  ...DisplacedAppointment.properties,
  action: DisplacementAction,
  /** The other time that was proposed to the customer, in words. */
  alternative: Nullable(Type.String()),
  /** For a customer without an account, whom nothing else reaches; null for all others. */
  link: Nullable(BookingLink),
})
export type SettledAppointment = Static<typeof SettledAppointment>

const Undecided = Type.Object({
  code: Type.String(),
  message: Type.String(),
  timeZone: Type.Optional(Type.String()),
  /** All that the change displaces now, by start. */
  appointments: Type.Optional(Type.Array(DisplacedAppointment)),
  /** What can become of them. */
  actions: Type.Optional(Type.Array(DisplacementAction)),
})

const Decision = Strict({ appointmentId: Id, action: DisplacementAction })
export type DisplacementDecision = Static<typeof Decision>

/** A change, and what becomes of the appointments that it displaces: all of it in one transaction, or nothing. */
export const displacementsApi = defineApi(
  { tag: 'displacements', description: 'O que fazer com o que já estava marcado quando algo muda' },
  {
    make: route('POST', '/barbershops/:id/displacements', {
      summary: 'Muda, e resolve o que já estava marcado: passa para quem está livre, oferece outro horário ou cancela',
      description:
        'Sem uma decisão para cada agendamento responde 409 com todos eles e nada muda. Assim também mostra antes o que aconteceria.',
      params: IdParams,
      body: Strict({
        change: DisplacingChange,
        /** One for each appointment that the caller has seen. Those that the change does not displace are ignored. */
        decisions: Type.Array(Decision, { maxItems: 2 * MAX_DISPLACED }),
        /** What becomes of those that are to be reassigned and that no barber can take. Without it they are undecided. */
        otherwise: Type.Optional(Type.Enum(['propose', 'cancel', 'retain'])),
        /** The barber who takes them; `any`, the default, is one who is free. */
        reassignTo: Type.Optional(Type.Union([Id, Type.Literal(ANY_BARBER)])),
      }),
      errors: [
        'BARBERSHOP_NOT_FOUND',
        'BARBER_NOT_FOUND',
        'SERVICE_NOT_FOUND',
        'FORBIDDEN',
        'PLAN_LAPSED',
        'TIME_OFF_INVALID',
        'SCHEDULE_INVALID',
        'SCHEDULE_CHANGED',
        'EDIT_CONFLICT',
        'STATE_CHANGED',
        'TOO_MANY_DISPLACED',
        'DISPLACEMENT_UNDECIDED',
      ],
      response: {
        201: Type.Object({ timeZone: Type.String(), appointments: Type.Array(SettledAppointment) }),
        409: Undecided,
      },
    }),
  },
)
