import type { DatabasePool } from '../../lib/database.ts'
import { formatCents } from '../../lib/format-cents.ts'
import { findServiceSelection } from '../availability/queries.ts'
import { describeRule } from './describe-series.ts'
import { notifyOfSeries } from './notify-of-series.ts'
import { findSeries, lockSeries, type SeriesRecord, updateSeries } from './queries.ts'

/**
 * Before a date is booked at another price the customer is notified of it, and the barber of one who has no account. What is booked
 * keeps its price. Returns the series with the price; undefined: it has changed.
 */
export async function announcePrice(
  db: DatabasePool,
  found: SeriesRecord,
  priceCents: number,
  now: Date,
): Promise<SeriesRecord | undefined> {
  if (found.priceCents === priceCents) return found
  return db.transaction().execute(async (tx) => {
    await lockSeries(tx, found.id)
    const series = await findSeries(tx, found.id)
    if (series?.version !== found.version || series.priceCents === priceCents) return series
    if (!(await updateSeries(tx, series, { priceCents }, { now }))) return undefined
    const what = `${series.serviceName} com ${series.barberName}, ${describeRule(series)}`
    const change = `${formatCents(series.priceCents)} para ${formatCents(priceCents)}`
    const title = 'Horário fixo: o preço mudou'
    const message = `passa de ${change} nas próximas datas. As que já estão marcadas ficam com o preço de antes.`
    const who = series.guestName ?? series.customerName
    const toAsk = { title, message: `${who}, ${describeRule(series)}: ${message} Combine com o cliente.` }
    const notice = {
      key: `price:${priceCents}:${now.getTime()}`,
      title,
      message: `${what}, ${message}`,
      isEmailed: true,
      toCustomer: true,
      toBarber: series.customerId ? undefined : toAsk,
    }
    await notifyOfSeries(tx, series, notice, now)
    return { ...series, priceCents }
  })
}

/** The same with the price of today. */
export async function announceCurrentPrice(db: DatabasePool, id: string, now: Date): Promise<void> {
  const series = await findSeries(db, id)
  const selected = series && (await findServiceSelection(db, series.barberId, series.serviceIds))
  if (selected) await announcePrice(db, series, selected.priceCents, now)
}
