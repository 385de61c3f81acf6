import { type Static, Type } from 'typebox'
import { HourMinute, Id, IdParams, LocalDate, Strict } from './fields.ts'
import { route } from './route.ts'

/** `slots` are starts in the shop's zone, on its grid, each long enough for the service. A slot past midnight belongs to the date it falls on. */
export const Day = Type.Object({
  date: LocalDate,
  slots: Type.Array(HourMinute),
  /** The shop does not open or the barber does not work on that day, as opposed to being full. */
  isClosed: Type.Boolean(),
})
export type Day = Static<typeof Day>

export const Availability = Type.Object({
  date: LocalDate,
  slots: Type.Array(HourMinute),
  timeZone: Type.String(),
  days: Type.Optional(Type.Array(Day)),
})
export type Availability = Static<typeof Availability>

/** The specification looks ahead up to 14 days for a first free slot. */
export const LOOK_AHEAD_DAYS = 14

export const availabilityApi = {
  get: route('GET', '/barbers/:id/availability', {
    summary: 'Horários livres de um barbeiro',
    params: IdParams,
    querystring: Strict({
      /** Today in the shop's zone when absent. */
      date: Type.Optional(LocalDate),
      /** The shop's shortest active service when absent. */
      serviceId: Type.Optional(Id),
      days: Type.Optional(Type.Integer({ minimum: 1, maximum: 31 })),
    }),
    response: { 200: Availability },
  }),
}
