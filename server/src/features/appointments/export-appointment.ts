import { ApiError } from '@na-regua/contract/errors'
import type { Database } from '../../lib/database.ts'
import { formatCalendarEvent } from '../../lib/icalendar.ts'
import { nameForSide } from './emails/rules.ts'
import { findAppointment } from './queries.ts'

type AppointmentExport = { id: string; customerId: string; site: string; now: Date }

/** The appointment as an .ics file with a link to the barbershop. `site` is the public URL without a trailing slash. */
export async function exportAppointment(
  db: Database,
  { id, customerId, site, now }: AppointmentExport,
): Promise<string> {
  const appointment = await findAppointment(db, id, customerId)
  if (!appointment) throw new ApiError('APPOINTMENT_NOT_FOUND')
  const { service, customer, guestName } = appointment
  const names = { serviceName: service.name, customerName: customer.name, guestName }
  const url = `${site}/barbershop/${appointment.barbershop.id}`
  return formatCalendarEvent({
    uid: appointment.id,
    start: new Date(appointment.startTime),
    end: new Date(appointment.endTime),
    title: `${nameForSide('customer', names).serviceName} na ${appointment.barbershop.name}`,
    description: `Com ${appointment.barber.name}.\nVer a barbearia: ${url}`,
    location: `${appointment.barbershop.name}, ${appointment.barbershop.address}`,
    url,
    stamp: now,
  })
}
