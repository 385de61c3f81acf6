import { type Static, Type } from 'typebox'
import { sourceFilters } from './agendas.ts'
import { IdAndName } from './appointments.ts'
import { Id, LocalDate, Nullable, PageQuery, Pagination, Strict, Text } from './fields.ts'
import { defineApi, route } from './route.ts'

const HourCount = Type.Object({ dayOfWeek: Type.Integer(), hour: Type.Integer(), count: Type.Integer() })

/**
 * Figures of an owner's barbershops. Days, hours and months are local time of each barbershop. Cancelled appointments count only where
 * they are named.
 */
export const Dashboard = Type.Object({
  barbershops: Type.Object({ active: Type.Integer(), total: Type.Integer() }),
  barbers: Type.Integer(),
  appointments: Type.Object({
    thisMonth: Type.Integer(),
    previousMonth: Type.Integer(),
    /** Null when the previous month had none. */
    changePercent: Nullable(Type.Integer()),
    /** This month, by what became of them. The first four add up to `thisMonth`. `unfinished`: over, without an outcome. */
    completed: Type.Integer(),
    upcoming: Type.Integer(),
    unfinished: Type.Integer(),
    missed: Type.Integer(),
    cancelled: Type.Integer(),
  }),
  /** What this month's services brought, as `PeriodTotals.valueCents`; null without any. */
  revenueCents: Nullable(Type.Integer()),
  /** The last thirty days, ending today. */
  days: Type.Array(Type.Object({ date: LocalDate, count: Type.Integer(), completed: Type.Integer() })),
  /** Appointments of these days by weekday (0 = Sunday) and hour of their start; hours without any are omitted. */
  hours: Type.Array(HourCount),
})
export type Dashboard = Static<typeof Dashboard>

/**
 * The current business day of each barbershop: at one in the morning of a night that is still open, yesterday. Cancelled
 * appointments and no-shows count only where they are named.
 */
export const DashboardToday = Type.Object({
  /** The business day of the first barbershop. */
  date: LocalDate,
  appointments: Type.Object({
    /** Completed, upcoming and unfinished ones. `unfinished`: over, without an outcome. */
    total: Type.Integer(),
    completed: Type.Integer(),
    upcoming: Type.Integer(),
    unfinished: Type.Integer(),
    missed: Type.Integer(),
    cancelled: Type.Integer(),
  }),
  /** What services brought so far, as `PeriodTotals.valueCents`. */
  doneCents: Type.Integer(),
  /** What the upcoming ones are worth. */
  expectedCents: Type.Integer(),
  /** Requests of any day that wait for a response. */
  waiting: Type.Integer(),
  /** Current barbers, in the order of their barbershop. */
  barbers: Type.Array(
    Type.Object({
      id: Id,
      name: Type.String(),
      avatarUrl: Nullable(Type.String()),
      barbershop: IdAndName,
      /** Working minutes of the day, without breaks and time off. */
      openMinutes: Type.Integer(),
      /** Those of them that are booked. Cancelled appointments and no-shows do not count. */
      bookedMinutes: Type.Integer(),
      appointments: Type.Integer(),
    }),
  ),
})
export type DashboardToday = Static<typeof DashboardToday>

export const trendPeriods = ['7d', '30d', '90d', '12m'] as const
export type TrendPeriod = (typeof trendPeriods)[number]

/** A day, a week of seven days or a calendar month, by the local dates of each barbershop. */
const TrendStep = Type.Object({
  /** Its first day. */
  date: LocalDate,
  /** All but the cancelled ones. */
  count: Type.Integer(),
  completed: Type.Integer(),
  missed: Type.Integer(),
  cancelled: Type.Integer(),
  /** What services brought, as `PeriodTotals.valueCents`. */
  revenueCents: Type.Integer(),
})
export type TrendStep = Static<typeof TrendStep>

const Trend = Type.Object({
  unit: Type.Enum(['day', 'week', 'month']),
  /** Without gaps; the last one has today. */
  steps: Type.Array(TrendStep),
})
export type Trend = Static<typeof Trend>

/** Days of the longest period. */
export const MAX_PERIOD_DAYS = 366

/** What happened in a period. */
const PeriodTotals = Type.Object({
  /** COMPLETED. All other figures but the money are of these, and so is what they add up to. */
  visits: Type.Integer(),
  /**
   * What services brought. A closed comanda counts with what was charged less discounts, on the day on which its appointment started, or
   * without an appointment on the day on which it was closed; a reversed one counts nothing. A completed appointment that never had one
   * counts with its price.
   */
  valueCents: Type.Integer(),
  /** Minutes within the working hours of the current barbers, without breaks, closed dates and time off. */
  openMinutes: Type.Integer(),
  /** Those of them that are booked: completed, scheduled or confirmed. What is outside of the working hours does not count. */
  bookedMinutes: Type.Integer(),
  /** First visits of customers in their barbershop, as the filter `customer=new` of the list. */
  newCustomers: Type.Integer(),
})

const RankedBarber = Type.Object({
  id: Id,
  name: Type.String(),
  avatarUrl: Nullable(Type.String()),
  barbershop: IdAndName,
  /** No longer in the barbershop: without working hours. */
  hasLeft: Type.Boolean(),
  visits: Type.Integer(),
  /** Of the services that they did, also where the appointment was another barber's. */
  valueCents: Type.Integer(),
  openMinutes: Type.Integer(),
  bookedMinutes: Type.Integer(),
  /** Visits of customers who had been in the barbershop before: the filter `customer=returning`. */
  returningVisits: Type.Integer(),
  /** Visits that were reviewed, whenever: the filter `reviewed`. */
  reviews: Type.Integer(),
  /** Of these reviews; null without any. */
  averageRating: Nullable(Type.Number()),
})

/**
 * What an owner wants to know of a period of own dates: a visit is of the local date on which it starts, in the zone of its barbershop. Each count
 * is the total of the owner's list of appointments with the same dates, status 'completed' and the filter that is named.
 */
export const Figures = Type.Object({
  from: LocalDate,
  to: LocalDate,
  /** Whole months are compared with as many months before, other periods with as many days before. */
  previousFrom: Type.String({ format: 'date' }),
  previousTo: Type.String({ format: 'date' }),
  totals: PeriodTotals,
  previous: PeriodTotals,
  /** The closed comandas of the period. */
  closedVisits: Type.Object({
    count: Type.Integer(),
    /** Parts of the value: without an appointment, and of no barber in particular. */
    withoutAppointmentCents: Type.Integer(),
    withoutBarberCents: Type.Integer(),
    /** Not in the value. */
    productsCents: Type.Integer(),
    tipsCents: Type.Integer(),
  }),
  /** By status: NO_SHOW, CANCELLED, and `open`, which have no outcome yet. With the visits these are all appointments. */
  outcomes: Type.Object({ missed: Type.Integer(), cancelled: Type.Integer(), open: Type.Integer() }),
  /** Current barbers and those with visits in the period; most value first. */
  barbers: Type.Array(RankedBarber),
  /** Visits by weekday (0 = Sunday) and hour of their start; hours without any are omitted. */
  hours: Type.Array(HourCount),
  /** The visits by who came: three counts that add up to them. */
  customers: Type.Object({
    new: Type.Integer(),
    returning: Type.Integer(),
    unknown: Type.Integer(),
    /** How many people the returning visits are of. */
    returningPeople: Type.Integer(),
  }),
  /** The visits by how they were booked, most first; together all of them. */
  sources: Type.Array(Type.Object({ source: Type.Enum(sourceFilters), visits: Type.Integer() })),
})
export type Figures = Static<typeof Figures>

/** A part of the value: a service on a comanda, or a completed appointment without one. */
const RevenueLine = Type.Object({
  /** The local day and time under which it counts. */
  date: LocalDate,
  time: Type.String(),
  name: Type.String(),
  cents: Type.Integer(),
  barberName: Nullable(Type.String()),
  barbershop: IdAndName,
  appointmentId: Nullable(Id),
  /** With the position of its line. */
  visit: Nullable(Type.Object({ id: Id, day: LocalDate, number: Type.Integer(), position: Type.Integer() })),
})
export type RevenueLine = Static<typeof RevenueLine>

const PeriodQuery = { from: LocalDate, to: LocalDate, barbershopId: Type.Optional(Id) }

export const dashboardApi = defineApi(
  { tag: 'dashboard', description: 'Os números do dono' },
  {
    today: route('GET', '/owners/me/dashboard/today', {
      summary: 'O dia de hoje nas barbearias do dono: agendamentos, faturamento, ocupação e pedidos',
      querystring: Strict({ barbershopId: Type.Optional(Id) }),
      errors: ['BARBERSHOP_NOT_FOUND'],
      response: { 200: DashboardToday },
    }),
    trend: route('GET', '/owners/me/dashboard/trend', {
      summary: 'Agendamentos e faturamento por dia, semana ou mês',
      querystring: Strict({
        period: Type.Enum(trendPeriods, { default: '30d' }),
        barbershopId: Type.Optional(Id),
        barberId: Type.Optional(Id),
        /** The name of a service, in any of the barbershops. */
        service: Type.Optional(Text({ min: 1, max: 120 })),
      }),
      errors: ['BARBERSHOP_NOT_FOUND'],
      response: { 200: Trend },
    }),
    get: route('GET', '/owners/me/dashboard', {
      summary: 'As barbearias do dono em números',
      response: { 200: Dashboard },
    }),
    figures: route('GET', '/owners/me/dashboard/figures', {
      summary: 'Os números de um período: barbeiros, horários, clientes e origens',
      querystring: Strict(PeriodQuery),
      errors: ['BARBERSHOP_NOT_FOUND', 'PERIOD_INVALID'],
      response: { 200: Figures },
    }),
    revenue: route('GET', '/owners/me/dashboard/revenue', {
      summary: 'Os serviços de que o valor de um período é a soma, o mais novo primeiro',
      querystring: Strict({ ...PeriodQuery, barberId: Type.Optional(Id), ...PageQuery(10) }),
      errors: ['BARBERSHOP_NOT_FOUND', 'PERIOD_INVALID'],
      response: {
        200: Type.Object({
          /** Of all pages. */
          totalCents: Type.Integer(),
          lines: Type.Array(RevenueLine),
          pagination: Pagination,
        }),
      },
    }),
    exportBarbers: route('GET', '/owners/me/dashboard/barbers.csv', {
      summary: 'O ranking dos barbeiros em um período, em CSV',
      querystring: Strict(PeriodQuery),
      errors: ['BARBERSHOP_NOT_FOUND', 'PERIOD_INVALID'],
      produces: ['text/csv'],
      response: { 200: Type.String() },
    }),
    exportAppointments: route('GET', '/owners/me/appointments.csv', {
      summary: 'Os agendamentos de um período, ou dos últimos 12 meses e os que vêm, em CSV',
      querystring: Strict({
        /** Both or none. */
        from: Type.Optional(LocalDate),
        to: Type.Optional(LocalDate),
        barbershopId: Type.Optional(Id),
      }),
      errors: ['BARBERSHOP_NOT_FOUND', 'PERIOD_INVALID'],
      produces: ['text/csv'],
      response: { 200: Type.String() },
    }),
    exportCustomers: route('GET', '/owners/me/customers.csv', {
      summary: 'Os clientes dos últimos 12 meses, em CSV',
      produces: ['text/csv'],
      response: { 200: Type.String() },
    }),
  },
)
