import type { StaffDay } from '@na-regua/contract/agendas'
import { ApiError } from '@na-regua/contract/errors'
import type { Database } from '../../../lib/database.ts'
import { toEpochMinute, toLocal } from '../../../lib/local-time.ts'
import { loadBusyIntervals } from '../../availability/queries.ts'
import { businessDate } from '../../staff/schedule/rules.ts'
import { isAgendaBarbershop } from '../agenda/queries.ts'
import { type DayViewer, listDayBarbers, listDayEntries } from './queries.ts'
import { daySpan, toBarberWorkday } from './rules.ts'

type DayRequest = { viewer: DayViewer; date: string | undefined; now: Date }

/** For users who are not a barber anywhere. */
const DEFAULT_ZONE = 'America/Sao_Paulo'

/** The day of each barber, in three statements. Without a date it is today at the first barber's barbershop. */
export async function getStaffDay(db: Database, { viewer, date: requestedDate, now }: DayRequest): Promise<StaffDay> {
  const barbers = await listDayBarbers(db, viewer)
  const [first] = barbers
  if (!first) {
    if (viewer.reader === 'owner' && !(await isAgendaBarbershop(db, viewer.userId, viewer.barbershopId)))
      throw new ApiError('BARBERSHOP_NOT_FOUND')
    return { date: requestedDate ?? toLocal(toEpochMinute(now), DEFAULT_ZONE).date, chairs: [] }
  }
  const date = requestedDate ?? businessDate(first, first.timeZone, now)
  const spans = barbers.map((barber) => daySpan(barber, date))
  const window = { from: Math.min(...spans.map(([from]) => from)), to: Math.max(...spans.map(([, to]) => to)) }
  const [entries, busyOf] = await Promise.all([
    listDayEntries(db, barbers, viewer.reader, window),
    loadBusyIntervals(db, barbers, { ...window, now }),
  ])
  return {
    date,
    chairs: barbers.map((barber) => toBarberWorkday(barber, date, { ...entries, busy: busyOf(barber), now })),
  }
}
