import http from 'node:http'
import { brotliDecompressSync } from 'node:zlib'
import type { World } from './figures.ts'
import { type Comparison, compare, load, median } from './measure.ts'
import { type RouteWeight, weighFonts, weighRoutes } from './route-weight.ts'

export type Pages = {
  routes: RouteWeight[]
  fonts: number
  /** The home page from the cache, compressed as browsers take it, against `node:http` sending the same bytes. */
  cached: Comparison & { bytes: number; perCoreSecond: number }
}

const headers = { 'accept-encoding': 'br' }

/** Targets W1 and W4: what a first visit downloads, and how many of them the cache serves. */
export async function benchPages({ app, floor }: World): Promise<Pages> {
  const body = await takeCompressed(app.url)
  await floor.send({ body: body.toString('base64'), encoding: 'base64' })
  const page = { paths: ['/'], headers }
  await load({ url: app.url, ...page, seconds: 2 })
  const cores: number[] = []
  const serve = async () => {
    const seconds = 3
    const before = await takeCpuMs(app)
    const sample = await load({ url: app.url, ...page, seconds })
    cores.push((sample.perSecond * seconds) / ((await takeCpuMs(app)) - before))
    return sample
  }
  const comparison = await compare(serve, () => load({ url: floor.url, ...page }))
  const perCoreSecond = 1000 * median(cores)
  return { routes: weighRoutes(), fonts: weighFonts(), cached: { ...comparison, bytes: body.length, perCoreSecond } }
}

async function takeCpuMs(app: World['app']): Promise<number> {
  const { cpuMs } = await app.send({})
  return Number(cpuMs)
}

/** `fetch` would unpack it. */
async function takeCompressed(url: string): Promise<Buffer> {
  const body = await new Promise<Buffer>((resolve, reject) => {
    const request = http.get(url, { headers }, async (response) => resolve(Buffer.concat(await response.toArray())))
    request.on('error', reject)
  })
  if (!brotliDecompressSync(body).includes('<html')) throw new Error('the home page is not what it was')
  return body
}
