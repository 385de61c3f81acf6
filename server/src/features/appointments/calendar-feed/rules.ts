import type { AppointmentStatus } from '@na-regua/contract/appointments'
import type { IcsEvent } from '../../../lib/icalendar.ts'

export type FeedRow = {
  id: string
  version: number
  status: AppointmentStatus
  startsAt: Date
  endsAt: Date
  updatedAt: Date
  serviceName: string
  customerName: string
  barberName: string
  shopId: string
  shopName: string
  address: string
  /** What the reader of the calendar is to this appointment. */
  side: 'customer' | 'barber'
}

const statuses: Record<AppointmentStatus, IcsEvent['status']> = {
  SCHEDULED: 'TENTATIVE',
  CONFIRMED: 'CONFIRMED',
  COMPLETED: 'CONFIRMED',
  NO_SHOW: 'CANCELLED',
  CANCELLED: 'CANCELLED',
}

/** The uid is that of the single download, so that no program shows the visit twice. Phones never go to somebody's calendar. */
export function toEvent(row: FeedRow, site: string): IcsEvent {
  const { id, serviceName, shopName, address, side } = row
  const url = side === 'customer' ? `${site}/barbershop/${row.shopId}` : `${site}/barber/appointments`
  const title = side === 'customer' ? `${serviceName} na ${shopName}` : `${row.customerName}: ${serviceName}`
  const who = side === 'customer' ? `Com ${row.barberName}.` : `Na ${shopName}.`
  return {
    uid: id,
    start: row.startsAt,
    end: row.endsAt,
    title,
    description: `${who}\n${side === 'customer' ? 'Ver a barbearia' : 'Ver a agenda'}: ${url}`,
    location: `${shopName}, ${address}`,
    url,
    stamp: row.updatedAt,
    sequence: row.version,
    status: statuses[row.status],
  }
}
