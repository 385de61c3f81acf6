import { type Static, Type } from 'typebox'
import { SERVICES_PER_APPOINTMENT } from './appointments.ts'
import { HourMinute, Id, IdParams, Instant, LocalDate, Nullable, Strict } from './fields.ts'
import { route } from './route.ts'

/** `slots` are starts in the shop's zone, on its grid, each long enough for the service. A slot past midnight belongs to the date it falls on. */
export const DaySlots = Type.Object({
  date: Type.String({ format: 'date' }),
  slots: Type.Array(HourMinute),
  /** The shop does not open or the barber does not work on that day, as opposed to being full. */
  isClosed: Type.Boolean(),
})
export type DaySlots = Static<typeof DaySlots>

export const Availability = Type.Object({
  date: LocalDate,
  slots: Type.Array(HourMinute),
  timeZone: Type.String(),
  days: Type.Optional(Type.Array(DaySlots)),
})
export type Availability = Static<typeof Availability>

/** The specification looks ahead up to 14 days for a first free slot. */
export const LOOK_AHEAD_DAYS = 14

// A tuple is written differently in each draft of JSON Schema; a list of two is the same in all.
const Pair = Type.Unsafe<[number, number]>(Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 }))

/** Free minutes of a shop on one of its days: any barber free for at least its shortest service. Ranges are [start, end) in minutes since the day's midnight. */
export const BarbershopSlotsToday = Type.Object({
  id: Id,
  timeZone: Type.String(),
  /** Minutes of the day's first opening and last closing (past 1440 when it closes after midnight); null when closed all day. */
  opens: Nullable(Type.Integer()),
  closes: Nullable(Type.Integer()),
  free: Type.Array(Pair),
  /** The next bookable start from now on, within that day. */
  nextFreeAt: Nullable(Instant),
})
export type BarbershopSlotsToday = Static<typeof BarbershopSlotsToday>

/** Most shops whose free times one call answers. */
export const MAX_BARBERSHOPS_PER_LOOKUP = 50

const Asked = Strict({
  /** Today in the shop's zone when absent. */
  date: Type.Optional(LocalDate),
  /** The shop's shortest active service when absent. */
  serviceId: Type.Optional(Id),
  serviceIds: Type.Optional(
    Type.String({
      maxLength: SERVICES_PER_APPOINTMENT * 37,
      description: 'Vários serviços na mesma visita: até 5 ids separados por vírgula, no lugar de serviceId',
    }),
  ),
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: 31 })),
  /** An appointment that is to be moved: it takes as long as was agreed, and its own time does not stand in its way. */
  reschedule: Type.Optional(Id),
})

export const availabilityApi = {
  get: route('GET', '/barbers/:id/availability', {
    summary: 'Horários livres de um barbeiro',
    params: IdParams,
    querystring: Asked,
    response: { 200: Availability },
  }),
  ofShop: route('GET', '/barbershops/:id/availability', {
    summary: 'Horários em que algum barbeiro da barbearia está livre',
    params: IdParams,
    querystring: Asked,
    response: { 200: Availability },
  }),
  freeTimes: route('GET', '/barbershops/free-times', {
    summary: 'Horários livres do dia de várias barbearias',
    querystring: Strict({
      ids: Type.String({ maxLength: MAX_BARBERSHOPS_PER_LOOKUP * 37, description: 'Até 50 ids separados por vírgula' }),
      date: Type.Optional(LocalDate),
    }),
    response: { 200: Type.Object({ freeTimes: Type.Array(BarbershopSlotsToday) }) },
  }),
}
