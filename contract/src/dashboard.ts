import { type Static, Type } from 'typebox'
import { IdAndName } from './appointments.ts'
import { Id, LocalDate, Nullable, Strict, Text } from './fields.ts'
import { defineApi, route } from './route.ts'

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
  /** What the appointments completed this month brought; null without any. */
  revenueCents: Nullable(Type.Integer()),
  /** The last thirty days, ending today. */
  days: Type.Array(Type.Object({ date: LocalDate, count: Type.Integer(), completed: Type.Integer() })),
  /** Appointments of these days by weekday (0 = Sunday) and hour of their start; hours without any are omitted. */
  hours: Type.Array(Type.Object({ dayOfWeek: Type.Integer(), hour: Type.Integer(), count: Type.Integer() })),
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
  /** What the completed appointments brought. */
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
  /** What the completed ones brought. */
  revenueCents: Type.Integer(),
})
export type TrendStep = Static<typeof TrendStep>

const Trend = Type.Object({
  unit: Type.Enum(['day', 'week', 'month']),
  /** Without gaps; the last one has today. */
  steps: Type.Array(TrendStep),
})
export type Trend = Static<typeof Trend>

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
    exportAppointments: route('GET', '/owners/me/appointments.csv', {
      summary: 'Os agendamentos dos últimos 12 meses e os que vêm, em CSV',
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
