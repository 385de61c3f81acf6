import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { colorOfImage, MAX_IMAGE_BYTES, toSrcSet } from '@na-regua/contract/images'
import { ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import { UPLOAD_BYTES_PER_DAY } from '@na-regua/contract/uploads'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { createBarbershopRow } from '../../../test/barbershop-factories.ts'
import { createCaller, createSessionToken, createSubscription } from '../../../test/factories.ts'
import { createHarness } from '../../../test/harness.ts'
import { createMailbox } from '../../../test/mailbox.ts'
import { createStorage } from '../../lib/storage.ts'
import { sweepUploads } from './sweep-uploads.ts'

const folder = await mkdtemp(join(tmpdir(), 'na-regua-uploads-'))
const world = await createHarness({ environment: { DATA_DIR: folder } })
const mailbox = createMailbox(world)
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true, force: true })
})

const image = (width: number, height: number, background = '#1b6b45') =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()
const jpeg = await image(800, 400)

async function upload(token: string | undefined, bytes: Buffer, field = 'file') {
  const head = `--grenze\r\ncontent-disposition: form-data; name="${field}"; filename="../../x.png"\r\ncontent-type: text/html\r\n\r\n`
  const response = await world.app.inject({
    method: 'POST',
    url: '/api/uploads',
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--grenze--\r\n')]),
    headers: {
      'content-type': 'multipart/form-data; boundary=grenze',
      ...(token && { authorization: `Bearer ${token}` }),
    },
  })
  return { status: response.statusCode, body: response.json() }
}

async function createOwner() {
  const shop = await createBarbershopRow(world)
  await createSubscription(world, shop.owner_id, {})
  const token = await createSessionToken(world, shop.owner_id)
  const update = (body: object) =>
    world.call(ownBarbershopsApi.updateBarbershop, { token, params: { id: shop.id }, body })
  return { shop, token, update }
}

const filesIn = () => readdir(join(folder, 'uploads/shops')).catch(() => [])
const isOnDisk = (url: string) => existsSync(join(folder, url))

describe('an image', () => {
  test('is stored in three widths of AVIF and WebP, with its colour, under an unguessable name [7.28]', async () => {
    const { token } = await createOwner()
    const { status, body } = await upload(token, await image(2000, 1000))
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.url).toMatch(/^\/uploads\/shops\/[\w-]{22}-[\da-f]{6}-960\.webp$/)
    expect(colorOfImage(body.url)).toBe(body.color)
    const [red, green, blue] = body.color.match(/[\da-f]{2}/g).map((part: string) => Number.parseInt(part, 16))
    expect([Math.abs(red - 0x1b), Math.abs(green - 0x6b), Math.abs(blue - 0x45)].every((far) => far <= 12)).toBe(true)
    expect(body.variants.map(({ width, format }: { width: number; format: string }) => [width, format])).toEqual([
      [480, 'avif'],
      [480, 'webp'],
      [960, 'avif'],
      [960, 'webp'],
      [1600, 'avif'],
      [1600, 'webp'],
    ])
    const fresh = await world.app.inject(body.url)
    expect([fresh.statusCode, fresh.headers['cache-control']]).toEqual([200, 'private, max-age=60'])
    const { id } = await createBarbershopRow(world)
    await world.db.insertInto('images').values({ barbershop_id: id, url: body.url, position: 0 }).execute()
    for (const { url, width, format } of body.variants) {
      const response = await world.app.inject(url)
      expect([response.statusCode, response.headers['content-type']]).toEqual([200, `image/${format}`])
      expect(response.headers['cache-control']).toContain('immutable')
      expect((await sharp(response.rawPayload).metadata()).width).toBe(width)
    }
    for (const format of ['avif', 'webp'] as const) {
      const urls = body.variants.filter((variant: { format: string }) => variant.format === format)
      expect(toSrcSet(body.url, format)).toBe(
        urls.map(({ url, width }: { url: string; width: number }) => `${url} ${width}w`).join(', '),
      )
    }
  })

  test('that is small is never enlarged', async () => {
    const { token } = await createOwner()
    const { body } = await upload(token, await image(600, 300))
    expect(body.variants.map(({ width }: { width: number }) => width)).toEqual([480, 480, 600, 600, 600, 600])
  })

  test.each([
    ['SVG', Buffer.from('<svg/>'), 'file', 422, 'IMAGE_INVALID'],
    ['nothing', Buffer.alloc(0), 'file', 422, 'IMAGE_INVALID'],
    ['half of one', jpeg.subarray(0, 600), 'file', 422, 'IMAGE_INVALID'],
    ['another field', jpeg, 'avatar', 422, 'IMAGE_INVALID'],
    [
      'a byte more than 5 MB',
      Buffer.concat([jpeg, Buffer.alloc(MAX_IMAGE_BYTES + 1 - jpeg.length)]),
      'file',
      413,
      'IMAGE_TOO_LARGE',
    ],
    ['more than 5 MB', Buffer.concat([jpeg, Buffer.alloc(MAX_IMAGE_BYTES)]), 'file', 413, 'IMAGE_TOO_LARGE'],
  ])('is refused as %s and leaves no file', async (_, bytes, field, status, code) => {
    const { token } = await createOwner()
    const before = await filesIn()
    const response = await upload(token, bytes, field)
    expect([response.status, response.body.code]).toEqual([status, code])
    expect(await filesIn()).toEqual(before)
  })

  test('is accepted from owners and barbers, not from customers', async () => {
    expect((await upload(undefined, jpeg)).status).toBe(401)
    const customer = await createCaller(world)
    const barber = await createCaller(world, { role: 'BARBER' })
    expect((await upload(customer.token, jpeg)).body.code).toBe('FORBIDDEN')
    expect((await upload(barber.token, jpeg)).status).toBe(200)
  })
})

describe('a barbershop', () => {
  test('shows the images issued to its owner in order, and the cover follows', async () => {
    const { token, update } = await createOwner()
    const one = (await upload(token, jpeg)).body.url
    const two = (await upload(token, jpeg)).body.url
    const set = await update({ images: [two, one, two], coverImageUrl: one })
    expect(set.status, JSON.stringify(set.body)).toBe(200)
    expect(set.body.barbershop).toMatchObject({ images: [two, one], coverImageUrl: one })
    expect((await update({ images: [two] })).body.barbershop).toMatchObject({ images: [two], coverImageUrl: two })
    expect((await update({ images: [] })).body.barbershop).toMatchObject({ images: [], coverImageUrl: null })
  })

  test('refuses images that were issued to another user or never', async () => {
    const mine = await createOwner()
    const other = await createOwner()
    const { url } = (await upload(other.token, jpeg)).body
    for (const wrong of [url, '/uploads/avatars/x-320.webp', 'https://naregua.test/x.png', 'javascript:alert(1)']) {
      for (const body of [{ images: [wrong] }, { coverImageUrl: wrong }]) {
        const response = await mine.update(body)
        expect([response.status, response.body.code]).toEqual([422, 'IMAGE_UNKNOWN'])
      }
    }
  })

  test('keeps the images that it had before uploads were tracked', async () => {
    const { shop, update } = await createOwner()
    await world.db.insertInto('images').values({ barbershop_id: shop.id, url: '/uploads/demo/loja-1.webp' }).execute()
    expect((await update({ images: ['/uploads/demo/loja-1.webp'] })).status).toBe(200)
  })

  test('has at most six [5.15, 9.11]', async () => {
    const { update } = await createOwner()
    expect((await update({ images: Array.from({ length: 7 }, (_, n) => `/uploads/shops/${n}.webp`) })).status).toBe(400)
  })
})

describe('the quota', () => {
  test('of 50 MB a day holds under concurrency and resets the next day', async () => {
    const { shop, token } = await createOwner()
    const row = { user_id: shop.owner_id, url: '/uploads/shops/quota.webp', created_at: world.clock.now() }
    await world.db
      .insertInto('uploads')
      .values({ ...row, bytes: UPLOAD_BYTES_PER_DAY - 2 * jpeg.length })
      .execute()
    const responses = await Promise.all([1, 2, 3, 4].map(() => upload(token, jpeg)))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 200, 429, 429])
    const refused = responses.find(({ status }) => status === 429)
    expect(refused?.body).toMatchObject({
      code: 'UPLOAD_QUOTA',
      message: 'Você já enviou 50 MB de imagens hoje. Tente novamente amanhã.',
    })
    world.clock.advance({ minutes: 24 * 60 + 1 })
    expect((await upload(await createSessionToken(world, shop.owner_id), jpeg)).status).toBe(200)
  })
})

test('images that no barbershop shows after a day are deleted with their files; the others stay', async () => {
  const { token, update } = await createOwner()
  const shown = (await upload(token, jpeg)).body
  const cover = (await upload(token, jpeg)).body
  const unused = (await upload(token, jpeg)).body
  await update({ images: [shown.url], coverImageUrl: cover.url })
  const sweep = async () => {
    await sweepUploads({ ...world, storage: createStorage(world.config) })
    await mailbox.deliver()
  }
  await sweep()
  expect(isOnDisk(unused.url)).toBe(true)
  world.clock.advance({ minutes: 24 * 60 + 1 })
  await sweep()
  const exist = ({ variants }: { variants: { url: string }[] }) => variants.map(({ url }) => isOnDisk(url))
  expect([exist(unused), exist(shown), exist(cover)]).toEqual([
    Array(6).fill(false),
    Array(6).fill(true),
    Array(6).fill(true),
  ])
})
