import { type Static, Type } from 'typebox'
import { LocalDate, Nullable } from './fields.ts'
import { route } from './route.ts'

/** An owner's shops in numbers. Days, hours and months are those of each shop's own zone; what was cancelled does not count. */
export const Dashboard = Type.Object({
  barbershops: Type.Object({ active: Type.Integer(), total: Type.Integer() }),
  barbers: Type.Integer(),
  appointments: Type.Object({
    thisMonth: Type.Integer(),
    previousMonth: Type.Integer(),
    /** Null when there is nothing to compare with. */
    changePercent: Nullable(Type.Integer()),
  }),
  /** What was served this month; null when nothing was. */
  revenueCents: Nullable(Type.Integer()),
  /** The last thirty days, today the last of them. */
  days: Type.Array(Type.Object({ date: LocalDate, count: Type.Integer() })),
  /** Appointments of these days that begin in an hour of a weekday, 0 = Sunday; hours without any are left out. */
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
