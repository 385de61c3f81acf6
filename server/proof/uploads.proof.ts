import { readFileSync, writeFileSync } from 'node:fs'
import { profileApi } from '@na-regua/contract/profile'
import { uploadsApi } from '@na-regua/contract/uploads'
import sharp from 'sharp'
import { afterAll, expect, inject, test } from 'vitest'
import { openDatabase } from '../src/lib/database.ts'
import { createBarbershopRow } from '../test/barbershop-factories.ts'
import { createSessionToken, createSubscription } from '../test/factories.ts'
import { createDatabase } from '../test/template.ts'
import { listMaliciousImages, MARK } from './malicious-images.ts'
import { findFreePorts } from './programs.ts'
import { startRealApp } from './real-app.ts'
import { createTemporaryFolder } from './real-scene.ts'

/** S8: each file through both upload endpoints, against a separate process whose memory is measured. */
const MAX_ADDED_MB = 150

const folder = createTemporaryFolder()
const { url, template } = inject('postgres')
const proofDatabase = await createDatabase(url, template)
const database = openDatabase(proofDatabase.url, { max: 2, connectMs: 15_000 })
const [port] = await findFreePorts(1)
const app = await startRealApp({ port: port as number, databaseUrl: proofDatabase.url, dataDir: folder.path })
afterAll(async () => {
  await app.signal('SIGTERM')
  await database.close()
  await proofDatabase.drop()
  folder.remove()
})

const world = { db: database.db, clock: { now: () => new Date() } } as Parameters<typeof createBarbershopRow>[0]
const shop = await createBarbershopRow(world)
await createSubscription(world, shop.owner_id)
const token = await createSessionToken(world, shop.owner_id)
const images = await listMaliciousImages()

/** Memory of the process in MB: VmRSS is current, VmHWM the peak since `resetPeak`. */
const memoryOf = (what: 'VmRSS' | 'VmHWM') =>
  Number(new RegExp(`${what}:\\s+(\\d+)`).exec(readFileSync(`/proc/${app.pid}/status`, 'utf8'))?.[1]) / 1024
const resetPeak = () => writeFileSync(`/proc/${app.pid}/clear_refs`, '5')

const idle = memoryOf('VmRSS')
const peaks: { name: string; added: number }[] = []

type UploadEndpoint = typeof uploadsApi.upload | typeof profileApi.uploadAvatar

async function send(
  { url: path, schema }: UploadEndpoint,
  { name, bytes }: Pick<(typeof images)[number], 'name' | 'bytes'>,
) {
  const form = new FormData()
  form.set(schema.upload, new File([bytes as Uint8Array<ArrayBuffer>], '../../x.png', { type: 'text/html' }))
  const headers = { authorization: `Bearer ${token}` }
  resetPeak()
  const response = await fetch(`${app.url}/api${path}`, { method: 'POST', headers, body: form })
  const body = (await response.json()) as { code?: string; avatarUrl?: string; variants?: { url: string }[] }
  peaks.push({ name: `${path}: ${name}`, added: Math.round(memoryOf('VmHWM') - idle) })
  return { status: response.status, body }
}

async function expectClean(path: string) {
  expect(path).toMatch(/^\/uploads\/(shops|avatars)\/[\w-]+\.(webp|avif)$/)
  const response = await fetch(app.url + path)
  const bytes = Buffer.from(await response.arrayBuffer())
  const { format, exif, xmp, icc, iptc, pages } = await sharp(bytes).metadata()
  expect({ exif, xmp, icc, iptc, pages: pages ?? 1 }).toEqual({ pages: 1 })
  expect(['webp', 'heif']).toContain(format)
  expect([response.headers.get('content-type'), response.headers.get('x-content-type-options')]).toEqual([
    `image/${format === 'webp' ? 'webp' : 'avif'}`,
    'nosniff',
  ])
  for (const word of [MARK, 'script', 'GPS']) expect(bytes.includes(word), word).toBe(false)
}

for (const endpoint of [uploadsApi.upload, profileApi.uploadAvatar]) {
  test.each(images)(`${endpoint.url}: $name`, async ({ code, ...file }) => {
    await database.db.deleteFrom('uploads').execute()
    const { status, body } = await send(endpoint, file)
    expect([status, status === 200 ? 'accepted' : body.code]).toEqual([
      { accepted: 200, IMAGE_INVALID: 422, IMAGE_TOO_LARGE: 413, IMAGE_TOO_DETAILED: 422 }[code],
      code,
    ])
    for (const path of body.variants?.map((variant) => variant.url) ?? [body.avatarUrl ?? ''])
      if (path) await expectClean(path)
  })
}

test(`needs at most ${MAX_ADDED_MB} MB more than the idle process, which is still ready afterwards`, async () => {
  const [most, ...others] = peaks.toSorted((one, other) => other.added - one.added)
  console.info(
    `uploads: ${images.length} files × 2 endpoints, idle ${Math.round(idle)} MB, most`,
    most,
    others.slice(0, 8),
  )
  expect(most?.added).toBeLessThan(MAX_ADDED_MB)
  expect((await fetch(`${app.url}/health/ready`)).status).toBe(200)
  expect(app.output.join('')).not.toContain('"level":50')
})
