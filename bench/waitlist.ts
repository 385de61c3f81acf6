import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { changeStatus } from '../server/src/features/appointments/status/change-status.ts'
import { findFreedTime, matchWaitlist } from '../server/src/features/waitlist/matching/queries.ts'
import { offerableTime } from '../server/src/features/waitlist/matching/rules.ts'
import { type DatabasePool, openDatabase } from '../server/src/lib/database.ts'
import { migrate } from '../server/src/lib/migrate.ts'
import { startRelay } from '../server/src/lib/worker/relay-events.ts'
import { startEmbeddedPostgres } from '../server/src/ops/embedded-postgres/start-embedded-postgres.ts'
import { startBenchServer } from './processes.ts'
import { fillWaitlist } from './waitlist-world.ts'

const MATCHES = 400
/** Cancellations a second, each for `SECONDS`. */
const RATES = [10, 50] as const
const SECONDS = 20
const POLL_MS = 20
/** The bench's clock says noon in São Paulo of the next day, whatever the hour: at night nothing is offered. */
const noon = new Date(Math.floor(Date.now() / 86_400_000 + 1) * 86_400_000 + 15 * 3_600_000)
const aheadMs = noon.getTime() - Date.now()
const clock = { now: () => new Date(Date.now() + aheadMs) }
const midnight = new Date(noon.getTime() - 12 * 3_600_000)

type Spread = { p50: number; p99: number; most: number }
export type WaitlistFigures = {
  requests: number
  shops: number
  /** Milliseconds of the query, and how many candidates want a time, of at most the first 200. */
  match: Spread & { count: number; candidates: number; emptyShare: number }
  /** The same in CPU time of the connection's process, which other work on the machine does not lengthen; only on Linux. */
  matchCpu: Spread
  /** How often each index was used, and the tables were read as a whole, in the run of the query. */
  scans: { ofAreas: number; ofTargets: number; whole: number }
  offers: OfferDelays[]
}
/** Milliseconds from the commit of a cancellation until another connection sees its offer, and until its email is handed to the mailer. */
type OfferDelays = { rate: number; freed: number; offered: number; seen: Spread; handedOver: Spread }

/** Requests among which a time that became free is matched, and the time from 50 cancellations a second to the offers. */
export async function benchWaitlist(requests: number, shops = 20_000): Promise<WaitlistFigures> {
  const dataDir = mkdtempSync(join(tmpdir(), 'na-regua-bench-'))
  const own = await startEmbeddedPostgres({ dataDir })
  try {
    await migrate(own.url)
    // The statements that fill the tables take minutes.
    const filling = openDatabase(own.url, { max: 1, statementMs: 1_800_000, silenceMs: 1_800_000 })
    const cancellations = MATCHES + RATES.reduce((sum, rate) => sum + rate * SECONDS, 0)
    await fillWaitlist(filling.db, { requests, shops, cancellations }, midnight)
    await filling.close()
    return { requests, shops, ...(await measureWaitlist(own.url)) }
  } finally {
    await own.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function measureWaitlist(databaseUrl: string): Promise<Omit<WaitlistFigures, 'requests' | 'shops'>> {
  const { db, close } = openDatabase(databaseUrl, { max: 10 })
  const appointments = await listAppointments(db)
  const matching = await measureMatching(db, databaseUrl, appointments.splice(0, MATCHES))
  const offers: OfferDelays[] = []
  for (const rate of RATES) {
    const ofRate = appointments.splice(0, rate * SECONDS)
    offers.push(await measureOffers(db, { databaseUrl, rate, appointments: ofRate }))
  }
  await close()
  return { ...matching, offers }
}

type BookedTime = { id: string; barberId: string; customerId: string; from: Date; until: Date }

async function listAppointments(db: DatabasePool): Promise<BookedTime[]> {
  const { rows } = await sql<BookedTime>`
    select id, barber_id as "barberId", customer_id as "customerId", starts_at as "from", busy_until as until
      from appointments where status = 'CONFIRMED' order by hashtext(customer_id::text)`.execute(db)
  return rows
}

const cancel = (db: DatabasePool, { id, customerId }: BookedTime) =>
  changeStatus(db, { id, userId: customerId, action: 'cancel', now: clock.now() })

/** Each time once, one after the other, after others have warmed the caches as a server that runs has. */
async function measureMatching(db: DatabasePool, databaseUrl: string, appointments: readonly BookedTime[]) {
  for (const appointment of appointments) await cancel(db, appointment)
  // Matched here and by no worker.
  await sql`delete from pending_events`.execute(db)
  const { rows } = await sql<{ id: string }>`
    update freed_times set status = 'DONE' where status = 'OPEN' returning id`.execute(db)
  const one = openDatabase(databaseUrl, { max: 1 })
  const match = await createMatcher(one.db)
  const found: number[] = []
  for (const { id } of rows) found.push((await match(id, 200)).candidates)
  const before = await countScans(one.db)
  const runs: Awaited<ReturnType<typeof match>>[] = []
  for (const { id } of rows) runs.push(await match(id, 20))
  const after = await countScans(one.db)
  await one.close()
  return {
    match: {
      ...spreadOf(runs.map(({ ms }) => ms)),
      count: runs.length,
      candidates: found.reduce((sum, count) => sum + count, 0) / found.length,
      emptyShare: found.filter((count) => count === 0).length / found.length,
    },
    matchCpu: spreadOf(runs.map(({ cpuMs }) => cpuMs)),
    scans: {
      ofAreas: after.ofAreas - before.ofAreas,
      ofTargets: after.ofTargets - before.ofTargets,
      whole: after.whole - before.whole,
    },
  }
}

/** On a pool of one connection. */
async function createMatcher(db: DatabasePool) {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  const schedule = `/proc/${rows[0]?.pid}/schedstat`
  const readCpuMs = () =>
    existsSync(schedule) ? Number.parseInt(readFileSync(schedule, 'utf8'), 10) / 1e6 : Number.NaN
  const now = clock.now()
  return async (id: string, limit: number) => {
    const freed = await findFreedTime(db, id)
    const during = freed && offerableTime(freed, now)?.during
    if (!freed || !during) throw new Error('a freed time cannot be offered')
    const startedAt = performance.now()
    const cpuBefore = readCpuMs()
    const candidates = await matchWaitlist(db, freed, { during, limit, skip: 0 }, now)
    return { ms: performance.now() - startedAt, cpuMs: readCpuMs() - cpuBefore, candidates: candidates.length }
  }
}

async function countScans(db: DatabasePool): Promise<WaitlistFigures['scans']> {
  // Each connection reports at most once a second.
  await wait(1500)
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<WaitlistFigures['scans']>`
    select sum(idx_scan) filter (where indexrelname = 'waitlist_area_spans_matching')::int as "ofAreas",
           sum(idx_scan) filter (where indexrelname = 'waitlist_targets_matching')::int as "ofTargets",
           (select sum(seq_scan)::int from pg_stat_user_tables where relname in ('waitlist_requests', 'waitlist_area_spans', 'waitlist_targets')) as whole
      from pg_stat_user_indexes`.execute(db)
  return rows[0] as WaitlistFigures['scans']
}

type OfferRun = { databaseUrl: string; rate: number; appointments: readonly BookedTime[] }

/** The relay of this process starts the jobs of its cancellations, as in a server; a process of its own runs them. */
async function measureOffers(db: DatabasePool, { databaseUrl, rate, appointments }: OfferRun): Promise<OfferDelays> {
  const worker = await startBenchServer('waitlist-worker.ts', {
    DATABASE_URL: databaseUrl,
    CLOCK_AHEAD_MS: String(aheadMs),
  })
  const relay = startRelay({ db, log: console })
  const committed = new Map<string, number>()
  const seen = new Map<string, SeenOffer>()
  const mailedAt = new Map<unknown, number>()
  worker.onReport(({ offeredTo }) => mailedAt.set(offeredTo, performance.now()))
  const watching = new AbortController()
  const watch = watchOffers(db, seen, watching.signal)
  const cancelled = appointments.map(async (appointment, index) => {
    await wait((index * 1000) / rate)
    await cancel(db, appointment)
    committed.set(appointment.barberId, performance.now())
  })
  await Promise.all(cancelled)
  await waitUntilMatched(db)
  await wait(10 * POLL_MS)
  watching.abort()
  await watch
  await relay.stop()
  await worker.stop()
  const offers = [...seen].flatMap(([barberId, { at, email }]) => {
    const since = committed.get(barberId)
    return since === undefined
      ? []
      : [{ seen: at - since, handedOver: (mailedAt.get(email) ?? Number.POSITIVE_INFINITY) - since }]
  })
  return {
    rate,
    freed: committed.size,
    offered: offers.length,
    seen: spreadOf(offers.map((offer) => offer.seen)),
    handedOver: spreadOf(offers.map((offer) => offer.handedOver)),
  }
}

type SeenOffer = { at: number; email: string }

/** When the first offer of each barber was seen. */
async function watchOffers(db: DatabasePool, seen: Map<string, SeenOffer>, signal: AbortSignal) {
  let last = midnight
  while (!signal.aborted) {
    const { rows } = await sql<{ barberId: string; offeredAt: Date; email: string }>`
      select barber_id as "barberId", offered_at as "offeredAt", email from waitlist_offers join users on users.id = user_id
       where offered_at > ${last}::timestamptz - interval '5 seconds'`.execute(db)
    const at = performance.now()
    for (const { barberId, offeredAt, email } of rows) {
      if (!seen.has(barberId)) seen.set(barberId, { at, email })
      if (offeredAt > last) last = offeredAt
    }
    await wait(POLL_MS)
  }
}

async function waitUntilMatched(db: DatabasePool) {
  const countOpen = async () =>
    (
      await sql<{ open: number }>`
        select (select count(*) from freed_times where status = 'OPEN')::int + (select count(*) from pending_events)::int
               + (select count(*) from graphile_worker.jobs where task_identifier = 'send-offer-email')::int as open`.execute(
        db,
      )
    ).rows[0]?.open ?? 0
  for (let tries = 0; tries < 300 && (await countOpen()) > 0; tries++) await wait(200)
}

function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99), most: at(1) }
}

export function printWaitlist({ requests, shops, match, matchCpu, scans, offers }: WaitlistFigures) {
  console.log(`\nLista de espera, ${requests} pedidos, ${shops} barbearias em 100 cidades`)
  console.log(
    `  casamento de um horário: mediana ${match.p50.toFixed(1)} ms, p99 ${match.p99.toFixed(1)} (meta ≤ 20), maior ${match.most.toFixed(1)}; CPU do PostgreSQL ${matchCpu.p50.toFixed(1)}, ${matchCpu.p99.toFixed(1)} e ${matchCpu.most.toFixed(1)}`,
  )
  console.log(
    `    ${match.candidates.toFixed(0)} candidatos em média dos primeiros 200, nenhum em ${(match.emptyShare * 100).toFixed(1)} %; ${match.count} consultas: índice das áreas ${scans.ofAreas} vezes, das barbearias ${scans.ofTargets}, tabelas inteiras ${scans.whole}`,
  )
  for (const { rate, freed, offered, seen, handedOver } of offers)
    console.log(
      `  ${rate} horários por segundo, ${freed} ao todo, ${offered} oferecidos: do commit à oferta p50 ${seen.p50.toFixed(0)} ms, p99 ${seen.p99.toFixed(0)}, maior ${seen.most.toFixed(0)}; ao e-mail entregue p50 ${handedOver.p50.toFixed(0)}, p99 ${handedOver.p99.toFixed(0)} (meta ≤ 2000 com 50), maior ${handedOver.most.toFixed(0)}`,
    )
}
