import { type Static, Type } from 'typebox'
import { Appointment, appointmentSources, IdAndName } from './appointments.ts'
import { Id, IdParams, Instant, LocalDate, Nullable, PageQuery, Pagination, Strict, Text } from './fields.ts'
import { defineApi, route } from './route.ts'
import { MAX_SEARCH_TEXT } from './text-limits.ts'

/** The owner's list has the times twice: also under the names of the specification. */
export const OwnerAppointment = Type.Object({ ...Appointment.properties, start_time: Instant, end_time: Instant })
export type OwnerAppointment = Static<typeof OwnerAppointment>

const AgendaBarbershop = Type.Object({ ...IdAndName.properties, isActive: Type.Boolean() })

/** Status filters in both spellings of the specification. 'pending' is SCHEDULED. */
export const statusFilters = [
  'all',
  'pending',
  'scheduled',
  'confirmed',
  'completed',
  'cancelled',
  'no_show',
  'SCHEDULED',
  'CONFIRMED',
  'COMPLETED',
  'CANCELLED',
  'NO_SHOW',
] as const
export type StatusFilter = (typeof statusFilters)[number]
/** Of staff. 'open': SCHEDULED or CONFIRMED, also those that are over and have no outcome. */
export type StaffStatusFilter = StatusFilter | 'open'

const ListQuery = {
  ...PageQuery(10),
  status: Type.Enum(statusFilters, { default: 'all' }),
  /** A local date in the time zone of each appointment's barbershop. */
  date: Type.Optional(LocalDate),
}
/** 'unknown': made before it was stored. */
export const sourceFilters = [...appointmentSources, 'unknown'] as const
export type SourceFilter = (typeof sourceFilters)[number]

/**
 * Completed appointments by who came. 'new': the first one of a customer in the barbershop, so that there are as many as new customers;
 * 'returning': any later one; 'unknown': of a guest, or of a walk-in whom the barbershop does not know.
 */
export const customerFilters = ['new', 'returning', 'unknown'] as const
export type CustomerFilter = (typeof customerFilters)[number]

/** For staff; an appointment matches all that is given. What belongs to other barbershops matches nothing. */
const StaffListQuery = {
  ...ListQuery,
  status: Type.Enum([...statusFilters, 'open'], { default: 'all' }),
  /** The first and the last local date, as `date`. */
  from: Type.Optional(LocalDate),
  to: Type.Optional(LocalDate),
  /** One of the services of the appointment. */
  serviceId: Type.Optional(Id),
  /** Beginnings of words of the name of the customer or guest, or digits of the customer's phone. */
  q: Type.Optional(Text({ max: MAX_SEARCH_TEXT })),
}
/** With what the figures of the panel open: each is the total of such a list. */
const OwnerListQuery = {
  ...StaffListQuery,
  barbershopId: Type.Optional(Id),
  barberId: Type.Optional(Id),
  /** The local weekday (0 = Sunday) and hour of the start. */
  dayOfWeek: Type.Optional(Type.Integer({ minimum: 0, maximum: 6 })),
  hour: Type.Optional(Type.Integer({ minimum: 0, maximum: 23 })),
  source: Type.Optional(Type.Enum(sourceFilters)),
  customer: Type.Optional(Type.Enum(customerFilters)),
  /** Whether the customer has reviewed it. */
  reviewed: Type.Optional(Type.Boolean()),
}
/** YYYY-MM */
const MonthQuery = { month: Type.String({ pattern: '^20\\d\\d-(0[1-9]|1[0-2])$' }) }
const Page = Type.Object({ appointments: Type.Array(Appointment), pagination: Pagination })

const ServiceChoice = Type.Object({ ...IdAndName.properties, barbershopId: Id })
/** Those who have left still have appointments. */
const BarberChoice = Type.Object({ ...IdAndName.properties, barbershopId: Id, hasLeft: Type.Boolean() })

/** The local dates of a month with appointments that are not cancelled. */
const Calendar = Type.Object({
  calendar: Type.Array(Type.Object({ date: Type.String(), count: Type.Integer() })),
})

/** A barber's calendar also has the days with time off, for all or part of the day. */
const BarberCalendar = Type.Object({ ...Calendar.properties, timeOff: Type.Array(LocalDate) })

/** Minutes of local time since midnight; above 1440 after the next midnight. */
const Span = Type.Object({ start: Type.Integer(), end: Type.Integer() })

/**
 * One barber's day. A shift that runs past midnight belongs to the day on which it began, and so do its appointments. `hours` is when
 * the barber works within the opening hours, breaks and time off included.
 */
const BarberWorkday = Type.Object({
  barberId: Id,
  name: Type.String(),
  avatarUrl: Nullable(Type.String()),
  /** `usesVisits` is absent in a day that an earlier version stored. */
  barbershop: Type.Object({ ...IdAndName.properties, usesVisits: Type.Optional(Type.Boolean()) }),
  timeZone: Type.String(),
  hours: Type.Array(Span),
  breaks: Type.Array(Span),
  timeOff: Type.Array(Type.Object({ ...Span.properties, reason: Nullable(Type.String()) })),
  /** Held for a customer of the waitlist until `until`. Absent in a day that an earlier version stored. */
  offers: Type.Optional(Type.Array(Type.Object({ ...Span.properties, until: Instant }))),
  /** The upcoming part of the hours that is not taken: walk-ins fit in here. */
  free: Type.Array(Span),
  /** The appointments of the day that are not cancelled, by start. */
  appointments: Type.Array(Appointment),
})
export type BarberWorkday = Static<typeof BarberWorkday>

const StaffDay = Type.Object({
  date: Type.String(),
  barbers: Type.Array(BarberWorkday),
  /** The upcoming ones of all days that wait for a response, by deadline. Only in a barber's own day. */
  requests: Type.Optional(Type.Array(Appointment)),
})
export type StaffDay = Static<typeof StaffDay>

/** Seven days from Sunday on. `today`: in the zone of the first barber. */
const Week = { today: LocalDate, days: Type.Array(StaffDay) }

/** What a barber has on a day. `workMin`: the hours without breaks and time off; `bookedMin`: what appointments take of any time. */
const BarberDayCount = Type.Object({
  barberId: Id,
  count: Type.Integer(),
  bookedMin: Type.Integer(),
  workMin: Type.Integer(),
})
const BarbershopWeek = Type.Object({
  today: LocalDate,
  barbers: Type.Array(Type.Object({ ...IdAndName.properties, avatarUrl: Nullable(Type.String()) })),
  /** Seven days from Sunday on; of each day the barbers in the same order. */
  days: Type.Array(Type.Object({ date: LocalDate, barbers: Type.Array(BarberDayCount) })),
})
export type BarbershopWeek = Static<typeof BarbershopWeek>

/** Older visits without an outcome are not listed any more. */
export const FORGOTTEN_DAYS = 60
/** Of the newest ones. */
export const MAX_FORGOTTEN = 30

/** Visits that are over and of which staff did not say whether the customer came, the newest first. */
const Forgotten = Type.Object({
  appointments: Type.Array(Appointment),
  /** Also those that are not among `appointments`. */
  total: Type.Integer(),
})

/** Lists and calendars of appointments. The endpoints that change them are in appointments.ts. */
export const agendasApi = defineApi(
  { tag: 'agendas', description: 'Listas, calendários e o dia de clientes, barbeiros e donos' },
  {
    listOfCustomer: route('GET', '/appointments/customer/me', {
      summary: 'Os agendamentos do cliente',
      querystring: Strict(ListQuery),
      response: { 200: Page },
    }),
    calendarOfCustomer: route('GET', '/appointments/customer/me/calendar', {
      summary: 'Os dias do mês em que o cliente tem agendamento',
      querystring: Strict(MonthQuery),
      response: { 200: Calendar },
    }),
    listOfBarber: route('GET', '/appointments/barber/me', {
      summary: 'Os agendamentos do barbeiro',
      querystring: Strict(StaffListQuery),
      response: { 200: Page },
    }),
    choicesOfBarber: route('GET', '/appointments/barber/me/choices', {
      summary: 'Os serviços das barbearias do barbeiro, para filtrar os agendamentos',
      response: { 200: Type.Object({ services: Type.Array(ServiceChoice) }) },
    }),
    calendarOfBarber: route('GET', '/appointments/barber/me/calendar', {
      summary: 'Os dias do mês em que o barbeiro tem agendamento, e os de folga',
      querystring: Strict(MonthQuery),
      response: { 200: BarberCalendar },
    }),
    dayOfBarber: route('GET', '/appointments/barber/me/day', {
      summary: 'O dia do barbeiro: expediente, pausas, folgas e agendamentos de cada cadeira',
      querystring: Strict({ date: Type.Optional(LocalDate) }),
      response: { 200: StaffDay },
    }),
    daysOfBarber: route('GET', '/appointments/barber/me/days', {
      summary: 'O dia do barbeiro, hoje e nos 7 dias seguintes, para ler sem rede',
      /** From today on. Only the first has the requests, which are of all days. */
      response: { 200: Type.Object({ days: Type.Array(StaffDay) }) },
    }),
    weekOfBarber: route('GET', '/appointments/barber/me/week', {
      summary: 'A semana do barbeiro, de domingo a sábado',
      querystring: Strict({ date: Type.Optional(LocalDate) }),
      response: { 200: Type.Object(Week) },
    }),
    forgottenOfBarber: route('GET', '/appointments/barber/me/forgotten', {
      summary: 'Os atendimentos do barbeiro que passaram sem dizer se o cliente veio',
      response: { 200: Forgotten },
    }),
    forgottenOfOwner: route('GET', '/owners/me/appointments/forgotten', {
      summary: 'Os atendimentos de uma barbearia que passaram sem dizer se o cliente veio',
      querystring: Strict({ barbershopId: Id }),
      errors: ['BARBERSHOP_NOT_FOUND'],
      response: { 200: Forgotten },
    }),
    dayOfAppointment: route('GET', '/appointments/:id/day', {
      summary: 'Um agendamento para o barbeiro ou o dono, também cancelado, e o dia da agenda em que está',
      params: IdParams,
      errors: ['FORBIDDEN', 'APPOINTMENT_NOT_FOUND'],
      response: { 200: Type.Object({ date: LocalDate, appointment: Appointment }) },
    }),
    listOfOwner: route('GET', '/owners/me/appointments', {
      summary: 'Os agendamentos das barbearias do dono',
      querystring: Strict(OwnerListQuery),
      errors: ['BARBERSHOP_NOT_FOUND'],
      response: { 200: Type.Object({ appointments: Type.Array(OwnerAppointment), pagination: Pagination }) },
    }),
    choicesOfOwner: route('GET', '/owners/me/appointments/choices', {
      summary: 'Os barbeiros e serviços das barbearias do dono, para filtrar os agendamentos',
      response: { 200: Type.Object({ barbers: Type.Array(BarberChoice), services: Type.Array(ServiceChoice) }) },
    }),
    calendarOfOwner: route('GET', '/owners/me/appointments/calendar', {
      summary: 'Os dias do mês em que as barbearias têm agendamento',
      querystring: Strict({ ...MonthQuery, barbershopId: Type.Optional(Id) }),
      errors: ['BARBERSHOP_NOT_FOUND'],
      response: { 200: Calendar },
    }),
    dayOfOwner: route('GET', '/owners/me/appointments/day', {
      summary: 'O dia de uma barbearia, uma coluna por barbeiro',
      querystring: Strict({ date: Type.Optional(LocalDate), barbershopId: Id }),
      errors: ['BARBERSHOP_NOT_FOUND'],
      response: { 200: StaffDay },
    }),
    weekOfOwner: route('GET', '/owners/me/appointments/week', {
      summary: 'A semana de um barbeiro da barbearia, de domingo a sábado',
      querystring: Strict({ date: Type.Optional(LocalDate), barbershopId: Id, barberId: Id }),
      errors: ['BARBERSHOP_NOT_FOUND'],
      response: { 200: Type.Object(Week) },
    }),
    countsOfWeek: route('GET', '/owners/me/appointments/week/counts', {
      summary: 'Quantos agendamentos cada barbeiro da barbearia tem em cada dia da semana',
      querystring: Strict({ date: Type.Optional(LocalDate), barbershopId: Id }),
      errors: ['BARBERSHOP_NOT_FOUND'],
      response: { 200: BarbershopWeek },
    }),
    barbershopsOfOwner: route('GET', '/owners/me/appointments/barbershops', {
      summary: 'As barbearias do dono, para escolher de qual ver a agenda',
      /** Lists inactive ones too, whose agenda can only be read. */
      response: { 200: Type.Object({ barbershops: Type.Array(AgendaBarbershop) }) },
    }),
    countOfOwner: route('GET', '/owners/me/appointments/count', {
      summary: 'Quantos agendamentos não cancelados entre dois dias',
      querystring: Strict({ dateFrom: Type.Optional(LocalDate), dateTo: Type.Optional(LocalDate) }),
      response: { 200: Type.Object({ count: Type.Integer() }) },
    }),
    countOfMonth: route('GET', '/owners/me/appointments/count/current-month', {
      summary: 'Os agendamentos do mês, e a mudança em relação ao mês anterior',
      response: {
        200: Type.Object({
          count: Type.Integer(),
          previousCount: Type.Integer(),
          /** In percent of the previous month, rounded; null when that month had none. */
          percentChange: Nullable(Type.Integer()),
        }),
      },
    }),
  },
)
