import http from 'node:http'
import { brotliDecompressSync } from 'node:zlib'
import type { BenchWorld } from './figures.ts'
import { type Comparison, compare, load, median } from './measure.ts'
import { type RouteWeight, weighFonts, weighRoutes } from './route-weight.ts'

export type PageFigures = {
  routes: RouteWeight[]
  fonts: number
  /** The cached home page, compressed with Brotli, against `node:http` sending the same bytes. */
  cached: Comparison & { bytes: number; perCoreSecond: number }
}

const headers = { 'accept-encoding': 'br' }

/** Targets W1 and W4: what a first page load downloads, and how many page loads per second the cache serves. */
export async function benchPages({ app, floor }: BenchWorld): Promise<PageFigures> {
  const body = await fetchCompressed(app.url)
  await floor.send({ body: body.toString('base64'), encoding: 'base64' })
  const page = { paths: ['/'], headers }
  await load({ url: app.url, ...page, seconds: 2 })
  const cores: number[] = []
  const serve = async () => {
    const seconds = 3
    const before = await readCpuMs(app)
    const sample = await load({ url: app.url, ...page, seconds })
    cores.push((sample.perSecond * seconds) / ((await readCpuMs(app)) - before))
    return sample
  }
  const comparison = await compare(serve, () => load({ url: floor.url, ...page }))
  const perCoreSecond = 1000 * median(cores)
  return { routes: weighRoutes(), fonts: weighFonts(), cached: { ...comparison, bytes: body.length, perCoreSecond } }
}

async function readCpuMs(app: BenchWorld['app']): Promise<number> {
  const { cpuMs } = await app.send({})
  return Number(cpuMs)
}

/** `fetch` would decompress the body. */
async function fetchCompressed(url: string): Promise<Buffer> {
  const body = await new Promise<Buffer>((resolve, reject) => {
    const request = http.get(url, { headers }, async (response) => resolve(Buffer.concat(await response.toArray())))
    request.on('error', reject)
  })
  if (!brotliDecompressSync(body).includes('<html')) throw new Error('the home page is no HTML document')
  return body
}
