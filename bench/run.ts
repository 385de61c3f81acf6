/**
 * Measures every performance figure of the documents, as a ratio to a floor of the same run: `npm run bench [-- nearby booking
 * --shops 20000]`; names select benches. `nearby --growth` measures 10,000 to a million barbershops and takes half an hour.
 */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { benchBoard, printBoard } from './board.ts'
import { benchEmails, printEmails } from './emails.ts'
import {
  type BenchWorld,
  benchAvailability,
  benchBarbershop,
  benchBooking,
  benchNearby,
  benchRivals,
  type Figure,
} from './figures.ts'
import { benchGrowth, type GrowthFigure } from './growth.ts'
import { benchLighthouse } from './lighthouse.ts'
import { benchLoad } from './load.ts'
import { benchMap, printMap } from './map.ts'
import { benchNudges, printNudges } from './nudges.ts'
import { benchObservability } from './observability.ts'
import { benchOffers, printOffers, writeOffersImage } from './offers.ts'
import { benchOfflineOpening, printOfflineOpening } from './offline.ts'
import { benchPages } from './pages.ts'
import { benchPeople } from './people.ts'
import { printMachine, printReport, printRivals } from './report.ts'
import { printGrowth, printSearch } from './report-growth.ts'
import { printLighthouse, printPages, printThrottled } from './report-web.ts'
import { benchSearch, benchSearchRate } from './search.ts'
import { benchSentences, printSentences } from './sentences.ts'
import { benchSlots } from './slots.ts'
import { benchSlotsFilter, printSlotsFilter } from './slots-filter.ts'
import { benchFirstStart, benchStarts, printFirstStart, printStarts } from './starts.ts'
import { benchStreams, printStreams } from './streams.ts'
import { benchThrottled } from './throttled.ts'
import { benchWaitlist, printWaitlist } from './waitlist.ts'
import { benchWaits, measureEstimate, printWaits } from './waits.ts'
import { benchWaitsFilter, printWaitsFilter } from './waits-filter.ts'
import { withDatabase, withSeededDatabase } from './world.ts'
import { writeWaitsImage } from './write-waits-image.ts'

/** What is measured in a seeded database, in this order. */
const benches: readonly (readonly [name: string, run: (world: BenchWorld) => Promise<void>])[] = [
  ['nearby', reports(benchNearby)],
  ['slots', reports(benchSlots)],
  ['barbershop', reports(benchBarbershop)],
  ['availability', reports(benchAvailability)],
  ['booking', reports(benchBooking)],
  ['observability', reports(benchObservability)],
  ['booking', async (world) => printRivals(await benchRivals(world))],
  ['emails', async (world) => printEmails(await benchEmails(world))],
  ['search', reports(benchSearchRate)],
  ['search', async (world) => printSearch(await benchSearch(world))],
  ['map', async (world) => printMap(await benchMap(world))],
  ['sentences', async (world) => printSentences(await benchSentences(world))],
  ['pages', async (world) => printPages(await benchPages(world))],
  ['lighthouse', async (world) => printLighthouse(await benchLighthouse(world))],
  ['throttled', async (world) => printThrottled(await benchThrottled(world))],
  ['board', async (world) => printBoard(await benchBoard(world))],
  ['offline', async (world) => printOfflineOpening(await benchOfflineOpening(world))],
  ['start', async (world) => printStarts(await benchStarts(world))],
  ['load', benchLoad],
  ['people', benchPeople],
]

function reports(bench: (world: BenchWorld) => Promise<Figure[]>) {
  return async (world: BenchWorld) => printReport(await bench(world))
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    shops: { type: 'string', default: '20000' },
    growth: { type: 'boolean', default: false },
    /** Simulated days of `waits`. */
    days: { type: 'string', default: '2000' },
    workers: { type: 'string', default: String(availableParallelism()) },
    /** A file of parts of `waits` that were played already: a run that was stopped continues. */
    doneFile: { type: 'string' },
    /** The picture of `waits` or of `offers`, for example docs/images/waits.svg. */
    image: { type: 'string' },
    /** Customers with a rhythm of `nudges`. */
    people: { type: 'string', default: '100000' },
    /** Simulated towns of `offers`. */
    towns: { type: 'string', default: '5' },
    /** Requests of `waitlist`. */
    requests: { type: 'string', default: '1000000' },
    /** Open pages of `streams`. */
    pages: { type: 'string', default: '50000' },
    /** Address of a seeded database, for benches that only read. */
    database: { type: 'string' },
  },
})
const isWanted = (name: string) => positionals.length === 0 || positionals.includes(name)
/** Needs a database of its own, and no other. */
const firstStart = 'first-start'
/** Needs no database. */
const waits = 'waits'
const waitsFilter = 'waits-filter'
/** Needs no database. */
const slotsFilter = 'slots-filter'
/** Needs no database. */
const offers = 'offers'
/** Starts its own processes on a database of its own. */
const streams = 'streams'
/** On a database of its own, filled with visits. */
const nudges = 'nudges'
/** On a database of its own, filled with requests. */
const waitlist = 'waitlist'

async function measure(world: BenchWorld, shops: number, growth: GrowthFigure[]) {
  printMachine()
  for (const [name, run] of benches) if (isWanted(name)) await run(world)
  if (values.growth) growth.push(...(await benchGrowth(world, shops)))
}

const growth: GrowthFigure[] = []
const sizes = values.growth && !values.database ? [10_000, 100_000, 1_000_000] : [Number(values.shops)]
if (isWanted(firstStart)) printFirstStart(await benchFirstStart(Number(values.shops)))
if (isWanted(waits)) {
  const figures = await benchWaits({ ...values, days: Number(values.days), workers: Number(values.workers) })
  printWaits(figures, measureEstimate())
  if (values.image) writeWaitsImage(figures, values.image)
}
if (isWanted(streams)) printStreams(await benchStreams(Number(values.pages)))
if (isWanted(waitsFilter)) printWaitsFilter(Number(values.shops), await benchWaitsFilter(Number(values.shops)))
if (isWanted(slotsFilter)) printSlotsFilter(Number(values.shops), await benchSlotsFilter(Number(values.shops)))
if (isWanted(nudges)) printNudges(Number(values.people), await benchNudges(Number(values.people)))
if (isWanted(offers)) {
  const figures = benchOffers(Number(values.towns))
  printOffers(figures, Number(values.towns))
  if (values.image) writeOffersImage(figures, values.image)
}
if (isWanted(waitlist)) printWaitlist(await benchWaitlist(Number(values.requests)))
const withoutWorld = [firstStart, waits, waitsFilter, slotsFilter, streams, nudges, offers, waitlist]
const needsWorld = positionals.length === 0 || positionals.some((name) => !withoutWorld.includes(name))
for (const shops of needsWorld ? sizes : []) {
  const work = (world: BenchWorld) => measure(world, shops, growth)
  await (values.database ? withDatabase(values.database, './data', work) : withSeededDatabase(shops, work))
}
if (growth.length > 0) printGrowth(growth)
