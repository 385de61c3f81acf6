import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ArrivalResult, PlannedRequest } from './arrivals.ts'
import { type BookingRequest, prepareBookings } from './bookings.ts'
import type { BenchWorld } from './figures.ts'
import { runArrivals } from './load.ts'
import { startBenchServer } from './processes.ts'
import { buildNearbyPath, listPoints } from './sample-data.ts'
import { waitForIndex } from './wait-for-index.ts'

const PEOPLE = 200
const SECONDS = 30
/** Between two requests of one person, in seconds. */
const PAUSE = 1
/** Requests of the flood in a second: several times what a process renders. */
const FLOOD = 300

/** On Linux every address of 127.0.0.0/8 is the loopback interface. */
const addresses = { people: '127.0.4.1', flood: '127.0.4.2' }

/** Target N2: 200 people behind one address find, open, hold and confirm, alone and beside a flood of new pages from another address. */
export async function benchPeople({ db, databaseUrl }: BenchWorld): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'na-regua-people-'))
  const app = await startBenchServer('serve-app.ts', { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, RATE_LIMIT: 'on' })
  try {
    await waitForIndex(db)
    const bookings = await prepareBookings(db, 3 * PEOPLE)
    const points = listPoints(3 * PEOPLE + FLOOD * SECONDS)
    const visitAll = () => {
      const requests = planVisits(bookings.splice(0, PEOPLE), points.splice(0, PEOPLE))
      return runArrivals({ url: app.url, rate: requests.length / SECONDS, requests, localAddress: addresses.people })
    }
    // Compiled by then.
    await visitAll()
    print(`${PEOPLE} pessoas de um endereço`, await visitAll())
    const pages = points.splice(0, FLOOD * SECONDS).map(({ latitude, longitude }): PlannedRequest => {
      return { method: 'GET', path: `/?lat=${latitude}&lon=${longitude}` }
    })
    const flooding = runArrivals({ url: app.url, rate: FLOOD, requests: pages, localAddress: addresses.flood })
    print(`${PEOPLE} pessoas ao lado de uma enxurrada de outro endereço`, await visitAll())
    print(`a enxurrada de ${FLOOD} páginas novas por segundo`, await flooding)
  } finally {
    await app.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** What all people request, in the order of its time: they begin one after the other. */
function planVisits(bookings: readonly BookingRequest[], points: ReturnType<typeof listPoints>): PlannedRequest[] {
  const visits = bookings.flatMap((booking, person) =>
    planVisit(booking, points[person] as (typeof points)[0]).map((request, step) => {
      return { request, at: (person * SECONDS) / PEOPLE + step * PAUSE }
    }),
  )
  return visits.toSorted((one, other) => one.at - other.at).map(({ request }) => request)
}

/** The first page of a place and its list, the page of a barbershop, its times, a hold and the booking of one of them. */
function planVisit(
  { shopId, barberId, serviceId, startTime, token }: BookingRequest,
  point: { latitude: number; longitude: number },
): PlannedRequest[] {
  const body = { barberId, serviceId, startTime }
  return [
    { method: 'GET', path: `/?lat=${point.latitude}&lon=${point.longitude}` },
    { method: 'GET', path: buildNearbyPath(point) },
    { method: 'GET', path: `/barbershop/${shopId}` },
    { method: 'GET', path: `/api/barbers/${barberId}/availability?days=31` },
    { method: 'POST', path: '/api/appointments/hold', token, body },
    { method: 'POST', path: '/api/appointments', token, body },
  ]
}

function print(name: string, { servedPerSecond, served, refused, failed, p50, p95, p99 }: ArrivalResult) {
  const share = ((100 * refused) / (served + refused + failed)).toFixed(1)
  const times = `p50 ${p50.toFixed(0)} ms · p95 ${p95.toFixed(0)} ms · p99 ${p99.toFixed(0)} ms`
  console.log(
    `${name}: ${served} servidos (${servedPerSecond.toFixed(0)}/s), ${share} % recusados, ${failed} falhas · ${times}`,
  )
}
