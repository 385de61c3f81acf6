import type { BenchWorld, Figure } from './figures.ts'
import { compare, loadServer, type Sample } from './measure.ts'
import { buildNearbyPath, listPoints } from './sample-data.ts'
import { waitForSlots } from './wait-for-index.ts'

const CONNECTIONS = 20
const DAY_MS = 86_400_000
/** The clock of Brasília. */
const OFFSET_MS = -3 * 3_600_000

/** The query of each list. Days are after today: whatever the time of the run, they have slots. */
function listQueries(): Record<string, string> {
  const toDate = (days: number) => new Date(Date.now() + OFFSET_MS + days * DAY_MS).toISOString().slice(0, 10)
  const afternoon = `&freeOn=${toDate(1)}&freeFrom=12:00&freeUntil=18:00`
  return {
    'livre hoje': '&freeToday=true',
    'por próximo horário': '&orderBy=nextFree',
    'livre amanhã à tarde': afternoon,
    'livre em vinte dias': `&freeOn=${toDate(20)}`,
    'com serviço': '&service=barba',
    'com serviço, livre amanhã à tarde': `&service=barba${afternoon}`,
    'com serviço, por próximo horário': '&service=barba&orderBy=nextFree',
    'livre amanhã à tarde, por próximo horário': `${afternoon}&orderBy=nextFree`,
  }
}

/** Target P8: lists by upcoming slots against plain lists, every request from another point. */
export async function benchSlots(world: BenchWorld): Promise<Figure[]> {
  const plain = listPoints(20_000).map(buildNearbyPath)
  await waitForSlots(world)
  const figures: Figure[] = []
  for (const [name, query] of Object.entries(listQueries())) {
    const measured = plain.map((path) => path + query)
    await load(world, measured)
    let sample: Sample | undefined
    const ours = async () => {
      sample = await load(world, measured)
      return sample
    }
    const comparison = await compare(ours, () => load(world, plain))
    figures.push({
      name: `nearby ${name}, ao lado de nearby simples`,
      target: 0.5,
      ...comparison,
      sample: sample as Sample,
    })
  }
  return figures
}

const load = ({ app }: BenchWorld, paths: string[]) => loadServer(app, { paths, connections: CONNECTIONS })
