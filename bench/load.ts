import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { ArrivalPlan, ArrivalResult, PlannedRequest } from './arrivals.ts'
import { type BookingRequest, bookAll, prepareBookings } from './bookings.ts'
import type { BenchWorld } from './figures.ts'
import { listActiveBarbers, listPoints } from './sample-data.ts'

const SECONDS = 5

/** Targets R11 and P4: the sustained rate, and what is served at ten times that rate. Of five requests four read and one books. */
export async function benchLoad(world: BenchWorld): Promise<void> {
  const { app, db } = world
  const barbers = await listActiveBarbers(db)
  const months = Array.from({ length: 200 * SECONDS * 2 }, (_, index): PlannedRequest => {
    return { method: 'GET', path: `/api/barbers/${barbers[index % barbers.length]?.id}/availability?days=31` }
  })
  await runArrivals({ url: app.url, rate: 100, requests: months.slice(0, 300) })
  printArrivals('um mês de horários a 200/s', await runArrivals({ url: app.url, rate: 200, requests: months }))

  const bookings: BookingRequest[] = []
  while (bookings.length < 30_000) bookings.push(...(await prepareBookings(db, 3000)))
  const { perSecond, p99 } = await bookAll(app.url, bookings.splice(0, 3000))
  console.log(`agendamentos, laço fechado: ${perSecond.toFixed(0)}/s · p99 ${p99.toFixed(0)} ms`)
  const mixed = (count: number) => mixRequests(bookings, barbers, count)
  const capacity = await findCapacity(app.url, mixed)
  const sustained = await runArrivals({ url: app.url, rate: capacity * 0.6, requests: mixed(capacity * 0.6 * SECONDS) })
  printArrivals(`80/20 a 60 % de ${capacity.toFixed(0)}/s`, sustained)

  const memory = await readPeakMemory(app)
  const overload = await runArrivals({ url: app.url, rate: capacity * 10, requests: mixed(capacity * 10 * SECONDS) })
  const since = performance.now()
  printArrivals('dez vezes isso', overload)
  const goodput = overload.servedPerSecond / capacity
  const recovered = await measureRecovery(app.url, since)
  const growth = (await readPeakMemory(app)) - memory
  console.log(
    `  atendido sob dez vezes a carga: ${(goodput * 100).toFixed(0)} % (meta 70 %) · memória +${(growth / 1e6).toFixed(0)} MB · de volta em ${recovered.toFixed(1)} s (meta 5 s)`,
  )
}

function mixRequests(bookings: BookingRequest[], barbers: readonly { id: string }[], count: number): PlannedRequest[] {
  const points = listPoints(2000)
  return Array.from({ length: Math.floor(count) }, (_, index): PlannedRequest => {
    const booking = index % 5 === 0 ? bookings.pop() : undefined
    if (booking) {
      const { barberId, serviceId, startTime, token } = booking
      return { method: 'POST', path: '/api/appointments', token, body: { barberId, serviceId, startTime } }
    }
    if (index % 5 === 1)
      return { method: 'GET', path: `/api/barbers/${barbers[index % barbers.length]?.id}/availability` }
    const { latitude, longitude } = points[index % points.length] as (typeof points)[0]
    return { method: 'GET', path: `/api/barbershops/nearby?latitude=${latitude}&longitude=${longitude}` }
  })
}

/** Raises the rate until a second of arrivals takes longer than that to serve. */
async function findCapacity(url: string, mixed: (count: number) => PlannedRequest[]): Promise<number> {
  let best = 50
  for (let rate = 100; rate <= 5000; rate *= 1.25) {
    const { servedPerSecond, refused, failed } = await runArrivals({ url, rate, requests: mixed(rate * 2) })
    if (failed > 0) console.log(`  ${failed} falharam a ${rate.toFixed(0)}/s`)
    best = Math.max(best, servedPerSecond)
    if (refused > 0 || servedPerSecond < rate * 0.85) return best
  }
  return best
}

/** Seconds since `since` until three requests in a row take less than 100 ms. */
async function measureRecovery(url: string, since: number): Promise<number> {
  for (let fast = 0; fast < 3; ) {
    const begun = performance.now()
    const response = await fetch(`${url}/api/barbershops/nearby?latitude=-16.6869&longitude=-49.2648`)
    await response.arrayBuffer()
    fast = response.ok && performance.now() - begun < 100 ? fast + 1 : 0
    await wait(20)
  }
  return (performance.now() - since) / 1000
}

async function readPeakMemory(app: BenchWorld['app']): Promise<number> {
  return Number((await app.send({})).memory)
}

export async function runArrivals(plan: ArrivalPlan): Promise<ArrivalResult> {
  const child = fork(join(import.meta.dirname, 'arrivals.ts'))
  child.send(plan)
  const [result] = (await once(child, 'message')) as [ArrivalResult]
  child.kill()
  return result
}

function printArrivals(name: string, { servedPerSecond, refused, failed, p50, p99 }: ArrivalResult) {
  const times = `p50 ${p50.toFixed(1)} ms · p99 ${p99.toFixed(1)} ms`
  console.log(`${name}: ${servedPerSecond.toFixed(0)}/s · ${times} · recusados ${refused} · falhas ${failed}`)
}
