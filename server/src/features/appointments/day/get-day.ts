import type { StaffDay } from '@na-regua/contract/agendas'
import { ApiError } from '@na-regua/contract/errors'
import type { Database } from '../../../lib/database.ts'
import { toEpochMinute, toLocal } from '../../../lib/local-time.ts'
import { listBusy } from '../../availability/queries.ts'
import { businessDate } from '../../staff/schedule/rules.ts'
import { isOwnShop } from '../agenda/queries.ts'
import { listBooks, listChairs, type Viewer } from './queries.ts'
import { daySpan, describeDay } from './rules.ts'

type Request = { viewer: Viewer; date: string | undefined; now: Date }

/** Who has no chair anywhere still has a day: Brasília's. */
const DEFAULT_ZONE = 'America/Sao_Paulo'

/** The day of each of the viewer's chairs, in three statements. Without a date it is today as the first chair's shop counts it. */
export async function getDay(db: Database, { viewer, date: wished, now }: Request): Promise<StaffDay> {
  const chairs = await listChairs(db, viewer)
  const [first] = chairs
  if (!first) {
    if (viewer.reader === 'owner' && !(await isOwnShop(db, viewer.userId, viewer.barbershopId)))
      throw new ApiError('BARBERSHOP_NOT_FOUND')
    return { date: wished ?? toLocal(toEpochMinute(now), DEFAULT_ZONE).date, chairs: [] }
  }
  const date = wished ?? businessDate(first, first.timeZone, now)
  const spans = chairs.map((chair) => daySpan(chair, date))
  const window = { from: Math.min(...spans.map(([from]) => from)), to: Math.max(...spans.map(([, to]) => to)) }
  const [books, busyOf] = await Promise.all([
    listBooks(db, chairs, viewer.reader, window),
    listBusy(db, chairs, { ...window, now }),
  ])
  return { date, chairs: chairs.map((chair) => describeDay(chair, date, { ...books, busy: busyOf(chair), now })) }
}
