import { type Static, Type } from 'typebox'
import { LocalDate, Nullable } from './fields.ts'
import { route } from './route.ts'

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
  /** Of the appointments completed this month; null without any. */
  revenueCents: Nullable(Type.Integer()),
  /** The last thirty days, ending today. */
  days: Type.Array(Type.Object({ date: LocalDate, count: Type.Integer(), completed: Type.Integer() })),
  /** Appointments of these days by weekday (0 = Sunday) and hour of their start; hours without any are omitted. */
  hours: Type.Array(Type.Object({ dayOfWeek: Type.Integer(), hour: Type.Integer(), count: Type.Integer() })),
})
export type Dashboard = Static<typeof Dashboard>

export const dashboardApi = {
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
}
