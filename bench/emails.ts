import { sql } from 'kysely'
import type { DatabasePool } from '../server/src/lib/database.ts'
import { bookAll, prepareBookings } from './bookings.ts'
import type { BenchWorld } from './figures.ts'
import { type Comparison, compare } from './measure.ts'
import { percent } from './report.ts'
import { waitForSlots } from './wait-for-index.ts'

/** Due when the bookings of a round start; each booking adds its own. */
const DUE = 405
const PER_ROUND = 2130
const ROUNDS = 9

/** Compares bookings while emails are sent with bookings without. `emails`: sent during the bookings of a round, on average. */
export type EmailsFigure = Comparison & { title: string; emails: number }

/**
 * Bookings while emails are due, against the same bookings while no job runs, in turns on one server. Emails that were
 * queued a moment ago, and emails that are a minute late.
 */
export async function benchEmails({ db, app }: BenchWorld): Promise<EmailsFigure[]> {
  await waitForSlots({ app })
  const bookings = await prepareBookings(db, PER_ROUND * (2 * 2 * ROUNDS + 1))
  const take = () => bookings.splice(0, PER_ROUND)
  await bookAll(app.url, take())
  const figures: EmailsFigure[] = []
  for (const { title, lateSeconds } of [
    { title: 'e-mails vencidos agora', lateSeconds: 0 },
    { title: 'e-mails vencidos há um minuto', lateSeconds: 60 },
  ]) {
    let emails = 0
    const withJobs = async () => {
      await leaveDueJobs(db, lateSeconds)
      const before = await countEmails(db)
      await app.send({ jobs: true })
      const sample = await bookAll(app.url, take())
      emails += (await countEmails(db)) - before
      await app.send({ jobs: false })
      return sample
    }
    const comparison = await compare(withJobs, () => bookAll(app.url, take()), ROUNDS)
    figures.push({ title, ...comparison, emails: emails / ROUNDS })
  }
  return figures
}

/** Leaves `DUE` jobs in the queue: those of earlier bookings. */
async function leaveDueJobs(db: DatabasePool, lateSeconds: number) {
  await sql`delete from graphile_worker._private_jobs
    where id not in (select id from graphile_worker._private_jobs where run_at <= now() order by id desc limit ${DUE})`.execute(
    db,
  )
  await sql`update graphile_worker._private_jobs
    set created_at = now() - make_interval(secs => ${lateSeconds}), run_at = now() - make_interval(secs => ${lateSeconds})`.execute(
    db,
  )
}

/** Counts the emails of all times: the ids of the messages of the demo count up. */
async function countEmails(db: DatabasePool): Promise<number> {
  const { rows } = await sql<{ count: number }>`select coalesce(max(id), 0)::int as count from outbox_messages`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

export function printEmails(figures: readonly EmailsFigure[]) {
  for (const { title, ratio, low, high, ours, floor, emails, errors } of figures)
    console.log(
      `${PER_ROUND} agendamentos com ${DUE} ${title}: ${percent(ratio)} dos sem e-mails (meta 90 %), entre ${percent(low)} e ${percent(high)} · ${ours.toFixed(0)}/s contra ${floor.toFixed(0)}/s · ${emails.toFixed(0)} enviados em cada rodada · erros ${errors}`,
    )
}
