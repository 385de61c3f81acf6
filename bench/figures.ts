import type { DatabasePool } from '../server/src/lib/database.ts'
import { bookAll, CLIENTS, prepareBookings } from './bookings.ts'
import { type Comparison, compare, load, type Sample } from './measure.ts'
import { bookByPgbench } from './pgbench.ts'
import type { BenchServer } from './processes.ts'
import { listActiveBarbers, listPoints } from './sample-data.ts'

export type BenchWorld = { db: DatabasePool; databaseUrl: string; app: BenchServer; floor: BenchServer }
export type Figure = Comparison & { name: string; target: number | undefined; sample: Sample }

/** Targets P1 and P2: a page of six within 50 km, as the home page requests it. */
export async function benchNearby(world: BenchWorld): Promise<Figure[]> {
  const paths = listPoints(20_000).map(buildNearbyPath)
  const expensive = paths.map((path) => `${path}&orderBy=price&openNow=true`)
  return [
    await compareWithFloor(world, 'nearby, mesma área', 0.5, paths.slice(0, 1)),
    await compareWithFloor(world, 'nearby, outra área a cada pedido', 0.3, paths),
    await compareWithFloor(world, 'nearby, outra área, por preço e abertas agora', 0.3, expensive),
  ]
}

export function buildNearbyPath({ latitude, longitude }: { latitude: number; longitude: number }): string {
  return `/api/barbershops/nearby?latitude=${latitude}&longitude=${longitude}&radiusInKm=50`
}

/** Target P4: a month of slots in one request. */
export async function benchAvailability(world: BenchWorld): Promise<Figure[]> {
  const barbers = await listActiveBarbers(world.db)
  return [
    await compareWithFloor(
      world,
      'disponibilidade de 31 dias',
      undefined,
      barbers.map(({ id }) => `/api/barbers/${id}/availability?days=31`),
    ),
  ]
}

/** Target P3: a whole booking over HTTP against pgbench running the same transaction. */
export async function benchBooking({ db, databaseUrl, app }: BenchWorld): Promise<Figure[]> {
  const perRound = 1600
  const bookings = await prepareBookings(db, perRound * 12)
  const take = () => bookings.splice(0, perRound)
  const floor = () => bookByPgbench(db, databaseUrl, { bookings: take(), clients: CLIENTS })
  await bookAll(app.url, take())
  await floor()
  let sample: Sample | undefined
  const book = async () => {
    sample = await bookAll(app.url, take())
    return sample
  }
  const comparison = await compare(book, floor)
  return [{ name: 'POST /appointments', target: 0.35, ...comparison, sample: sample as Sample }]
}

/** The app against a bare `node:http` server that sends the bytes of the app's response to the first path. */
async function compareWithFloor(
  { app, floor }: BenchWorld,
  name: string,
  target: number | undefined,
  paths: string[],
): Promise<Figure> {
  const response = await fetch(app.url + paths[0])
  if (!response.ok) throw new Error(`${paths[0]} returned ${response.status}`)
  await floor.send({ body: await response.text() })
  // Long enough to fill the cache of single barbershops, and for the cached responses to expire.
  await load({ url: app.url, paths, seconds: paths.length > 1 ? 15 : 2 })
  let sample: Sample | undefined
  const ours = async () => {
    sample = await load({ url: app.url, paths })
    return sample
  }
  const comparison = await compare(ours, () => load({ url: floor.url, paths }))
  return { name, target, ...comparison, sample: sample as Sample }
}
