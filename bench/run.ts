/**
 * Every figure that we claim, against a floor measured in the same run: `npm run bench [-- nearby booking --shops 20000]`; names
 * pick some of them. `nearby --growth` tells how it grows from 10,000 shops to a million, which takes half an hour.
 */
import { parseArgs } from 'node:util'
import { benchAvailability, benchBooking, benchNearby, type Figure, type World } from './figures.ts'
import { benchGrowth, type Growth } from './growth.ts'
import { benchLighthouse } from './lighthouse.ts'
import { benchLoad } from './load.ts'
import { benchPages } from './pages.ts'
import { printMachine, printReport } from './report.ts'
import { printGrowth, printSearch } from './report-growth.ts'
import { printLighthouse, printPages, printThrottled } from './report-web.ts'
import { benchSearch } from './search.ts'
import { benchStarts, printStarts } from './starts.ts'
import { benchThrottled } from './throttled.ts'
import { benchWatched } from './watched.ts'
import { withServers, withWorld } from './world.ts'

const benches: Record<string, (world: World) => Promise<Figure[]>> = {
  nearby: benchNearby,
  availability: benchAvailability,
  booking: benchBooking,
  watched: benchWatched,
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    shops: { type: 'string', default: '20000' },
    growth: { type: 'boolean', default: false },
    /** Address of a base that is filled already, for what only reads. */
    base: { type: 'string' },
  },
})
const isWanted = (name: string) => positionals.length === 0 || positionals.includes(name)

async function measure(world: World, shops: number, growth: Growth[]) {
  printMachine()
  for (const [name, bench] of Object.entries(benches)) if (isWanted(name)) printReport(await bench(world))
  printSearch(isWanted('search') ? await benchSearch(world) : [])
  if (isWanted('pages')) printPages(await benchPages(world))
  if (isWanted('lighthouse')) printLighthouse(await benchLighthouse(world))
  if (isWanted('throttled')) printThrottled(await benchThrottled(world))
  if (isWanted('start')) printStarts(await benchStarts(world))
  if (isWanted('load')) await benchLoad(world)
  if (values.growth) growth.push(...(await benchGrowth(world, shops)))
}

const growth: Growth[] = []
const sizes = values.growth && !values.base ? [10_000, 100_000, 1_000_000] : [Number(values.shops)]
for (const shops of sizes) {
  const work = (world: World) => measure(world, shops, growth)
  await (values.base ? withServers(values.base, './data', work) : withWorld(shops, work))
}
if (growth.length > 0) printGrowth(growth)
