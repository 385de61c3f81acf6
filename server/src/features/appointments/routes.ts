import { appointmentsApi } from '@na-regua/contract/appointments'
import { ApiError } from '@na-regua/contract/errors'
import type { Database } from '../../lib/database.ts'
import type { App } from '../../lib/http.ts'
import { listOtherBarbers } from './other-barbers/queries.ts'
import { findAppointmentToChange } from './queries.ts'

export function appointmentRoutes(app: App, { db }: { db: Database }) {
  app.route({
    ...appointmentsApi.get,
    access: 'self',
    statements: 3,
    handler: async ({ caller, params }) => {
      const found = await findAppointmentToChange(db, params.id, caller.id)
      if (!found) throw new ApiError('APPOINTMENT_NOT_FOUND')
      const { id, status, barber, barbershop, startTime } = found.appointment
      const isOpen = status === 'SCHEDULED' || status === 'CONFIRMED'
      const visit = { id, barberId: barber.id, barbershopId: barbershop.id, startsAt: new Date(startTime) }
      return { ...found, otherBarbers: isOpen ? await listOtherBarbers(db, visit) : [] }
    },
  })
}
