import type { DatabasePool } from '../server/src/lib/database.ts'
import { bookAll, prepareBookings, RIVALS, raceForSlots } from './bookings.ts'
import { type Comparison, compare, load, loadServer, type Sample } from './measure.ts'
import { bookByPgbench } from './pgbench.ts'
import type { BenchServer } from './processes.ts'
import { buildNearbyPath, listActiveBarbers, listActiveBarbershops, listPoints } from './sample-data.ts'
import { waitForSlots } from './wait-for-index.ts'

export type BenchWorld = { db: DatabasePool; databaseUrl: string; app: BenchServer; floor: BenchServer }
/** `target`: of the ratio; `minimum`: requests per second. */
export type Figure = Comparison & { name: string; target: number | undefined; minimum?: number; sample: Sample }

/** So many that no point repeats while its response could be stored, at any rate. */
const POINTS = 100_000

/** Targets P1 and P2: a page of six within 50 km, as the home page requests it. */
export async function benchNearby(world: BenchWorld): Promise<Figure[]> {
  const paths = listPoints(POINTS).map(buildNearbyPath)
  const expensive = paths.map((path) => `${path}&orderBy=price&openNow=true`)
  return [
    await compareWithFloor(world, { name: 'nearby, mesma área', target: 0.45 }, paths.slice(0, 1)),
    await compareWithFloor(world, { name: 'nearby, outra área a cada pedido', target: 0.15 }, paths),
    await compareWithFloor(world, { name: 'nearby, outra área, por preço e abertas agora', target: 0.15 }, expensive),
  ]
}

/** Target P8: one barbershop, each request another one, without and with the distance. */
export async function benchBarbershop(world: BenchWorld): Promise<Figure[]> {
  const paths = (await listActiveBarbershops(world.db)).map(({ id }) => `/api/barbershops/${id}`)
  const withDistance = paths.map((path) => `${path}?latitude=-16.6869&longitude=-49.2648`)
  return [
    await compareWithFloor(world, { name: 'dados de uma barbearia', minimum: 6000 }, paths),
    await compareWithFloor(world, { name: 'dados de uma barbearia, com distância', minimum: 6000 }, withDistance),
  ]
}

/** Targets P4 and P8: a month of slots in one request. */
export async function benchAvailability(world: BenchWorld): Promise<Figure[]> {
  const barbers = await listActiveBarbers(world.db)
  return [
    await compareWithFloor(
      world,
      { name: 'disponibilidade de 31 dias', minimum: 2000 },
      barbers.map(({ id }) => `/api/barbers/${id}/availability?days=31`),
    ),
  ]
}

/**
 * Target P3: a whole booking over HTTP against pgbench running the bare transaction, without notify and without a job, each with 16
 * and with 64 clients.
 */
export async function benchBooking({ db, databaseUrl, app }: BenchWorld): Promise<Figure[]> {
  await waitForSlots({ app })
  const perRound = 1600
  const warmUps = 4
  const figures: Figure[] = []
  for (const clients of [16, 64]) {
    const bookings = await prepareBookings(db, perRound * (warmUps + 11))
    const take = () => bookings.splice(0, perRound)
    const floor = () => bookByPgbench(db, databaseUrl, { bookings: take(), clients })
    // Compiled by then.
    for (let round = 0; round < warmUps; round++) await bookAll(app.url, take(), clients)
    await floor()
    let sample: Sample | undefined
    const book = async () => {
      sample = await bookAll(app.url, take(), clients)
      return sample
    }
    const comparison = await compare(book, floor)
    figures.push({
      name: `POST /appointments, ${clients} clientes`,
      target: 0.25,
      ...comparison,
      sample: sample as Sample,
    })
  }
  return [...figures, comparePeaks(figures)]
}

/** Each with the number of clients at which it does the most. */
function comparePeaks(figures: readonly Figure[]): Figure {
  const [best] = figures.toSorted((one, other) => other.ours - one.ours) as [Figure, ...Figure[]]
  const floor = Math.max(...figures.map((figure) => figure.floor))
  const ratio = best.ours / floor
  const name = 'POST /appointments, cada um com os clientes com que faz mais'
  return { name, target: 0.25, ratio, low: ratio, high: ratio, ours: best.ours, floor, errors: 0, sample: best.sample }
}

/** Customers who want the same slot at the same time, 40 rounds after five that warm up. */
export async function benchRivals({ db, app }: BenchWorld): Promise<Sample> {
  const bookings = await prepareBookings(db, RIVALS * 45)
  await raceForSlots(app.url, bookings.splice(0, RIVALS * 5))
  return raceForSlots(app.url, bookings)
}

/**
 * The app against a bare `node:http` server that sends the bytes of the app's response to the first path. Both run in processes of
 * their own and are measured in turns by the same generator.
 */
async function compareWithFloor(
  { app, floor }: BenchWorld,
  { name, target, minimum }: Pick<Figure, 'name' | 'minimum'> & { target?: number },
  paths: string[],
): Promise<Figure> {
  const response = await fetch(app.url + paths[0])
  if (!response.ok) throw new Error(`${paths[0]} returned ${response.status}`)
  await floor.send({ body: await response.text() })
  // Long enough to fill the cache of single barbershops, and for the cached responses to expire.
  await load({ url: app.url, paths, seconds: paths.length > 1 ? 15 : 2 })
  await load({ url: floor.url, paths, seconds: 1 })
  let sample: Sample | undefined
  const ours = async () => {
    sample = await loadServer(app, { paths })
    return sample
  }
  const comparison = await compare(ours, () => loadServer(floor, { paths }))
  return { name, target, minimum, ...comparison, sample: sample as Sample }
}
