import { appointmentsApi } from '@na-regua/contract/appointments'
import { ApiError } from '@na-regua/contract/errors'
import type { Database } from '../../lib/database.ts'
import type { App } from '../../lib/http.ts'
import { listOtherBarbers } from './other-barbers/queries.ts'
import { findAppointmentToChange, listOthersOfGroup } from './queries.ts'

export function appointmentRoutes(app: App, { db }: { db: Database }) {
  app.route({
    ...appointmentsApi.get,
    access: 'self',
    statements: 4,
    handler: async ({ caller, params }) => {
      const found = await findAppointmentToChange(db, params.id, caller.id)
      if (!found) throw new ApiError('APPOINTMENT_NOT_FOUND')
      const { id, status, barber, barbershop, startTime, groupId } = found.appointment
      const isOpen = status === 'SCHEDULED' || status === 'CONFIRMED'
      const visit = { id, barberId: barber.id, barbershopId: barbershop.id, startsAt: new Date(startTime) }
      const otherBarbers = isOpen ? await listOtherBarbers(db, visit) : []
      const others = groupId ? await listOthersOfGroup(db, { id, groupId, customerId: caller.id }) : []
      return { ...found, otherBarbers, others }
    },
  })
}
