import type { AppointmentStatus } from '@na-regua/contract/appointments'
import type { CalendarEvent } from '../../../lib/icalendar.ts'
import { nameForSide } from '../rules.ts'

export type CalendarFeedRow = {
  id: string
  version: number
  status: AppointmentStatus
  startsAt: Date
  endsAt: Date
  updatedAt: Date
  serviceName: string
  customerName: string
  guestName: string | null
  barberName: string
  shopId: string
  shopName: string
  address: string
  /** The user's part in the appointment. */
  side: 'customer' | 'barber'
}

export const CALENDAR_FILE = 'agendamento.ics'

const statuses: Record<AppointmentStatus, CalendarEvent['status']> = {
  SCHEDULED: 'TENTATIVE',
  CONFIRMED: 'CONFIRMED',
  COMPLETED: 'CONFIRMED',
  NO_SHOW: 'CANCELLED',
  CANCELLED: 'CANCELLED',
}

/**
 * The same in the feed, in the single download and in emails, so that clients do not show an appointment twice, and a later version
 * replaces an earlier one. Contains no phone numbers.
 */
export function toCalendarEvent(row: CalendarFeedRow, site: string): CalendarEvent {
  const { id, shopName, address, side } = row
  const { serviceName, customerName } = nameForSide(side, row)
  const url = side === 'customer' ? `${site}/barbershop/${row.shopId}` : `${site}/barber/appointments`
  const title = side === 'customer' ? `${serviceName} na ${shopName}` : `${customerName}: ${serviceName}`
  const withWhom = side === 'customer' ? `Com ${row.barberName}.` : `Na ${shopName}.`
  return {
    uid: id,
    start: row.startsAt,
    end: row.endsAt,
    title,
    description: `${withWhom}\n${side === 'customer' ? 'Ver a barbearia' : 'Ver a agenda'}: ${url}`,
    location: `${shopName}, ${address}`,
    url,
    stamp: row.updatedAt,
    sequence: row.version,
    status: statuses[row.status],
  }
}
