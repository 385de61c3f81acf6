import type { Database } from '../../lib/database.ts'
import { listClosedMonths, listMonthTransactions } from './queries.ts'
import { toBookLine } from './rules.ts'

type BookYear = { barbershopId: string; timeZone: string; year: number }

/** A year of the book as lines of JSON: web/public/conferir-livro.js reads it without us. */
export async function writeBook(db: Database, { barbershopId, timeZone, year }: BookYear): Promise<string> {
  const closed = new Map((await listClosedMonths(db, { barbershopId, year })).map((month) => [month.month, month]))
  const lines = [JSON.stringify({ barbershop: barbershopId, timeZone, year })]
  for (let number = 1; number <= 12; number++) {
    const month = `${year}-${String(number).padStart(2, '0')}-01`
    const transactions = await listMonthTransactions(db, { barbershopId, timeZone, month })
    for (const transaction of transactions) lines.push(toBookLine(transaction))
    const end = closed.get(month)
    if (end)
      lines.push(
        JSON.stringify({
          month,
          transactions: end.transactions,
          digest: end.digest.toString('hex'),
          previousDigest: end.previousDigest?.toString('hex') ?? null,
        }),
      )
  }
  return `${lines.join('\n')}\n`
}
