import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { INSTAGRAM_PROBLEM } from '@na-regua/contract/instagram'
import { MAX_PORTFOLIO_IMAGES, portfolioApi } from '@na-regua/contract/portfolio'
import { staffApi } from '@na-regua/contract/staff'
import { Value } from 'typebox/value'
import { afterAll, describe, expect, test } from 'vitest'
import { createBarber, createService } from '../../../../test/barbershop-factories.ts'
import { createCaller, createSessionToken } from '../../../../test/factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { createMailbox } from '../../../../test/mailbox.ts'
import { createOutsiders, createOwner } from '../../../../test/owner-scene.ts'
import { testImage } from '../../../../test/test-image.ts'
import { createStorage } from '../../../lib/storage.ts'
import { sweepUploads } from '../../uploads/sweep-uploads.ts'

const folder = await mkdtemp(join(tmpdir(), 'na-regua-portfolio-'))
const world = await createHarness({ environment: { DATA_DIR: folder } })
const mailbox = createMailbox(world)
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true, force: true })
})

async function createScene() {
  const owner = await createOwner(world)
  const barber = await createBarber(world, owner.shop.id, { name: 'Beto Lima' })
  const { id: serviceId } = await createService(world, owner.shop.id, { name: 'Degradê' })
  const params = { id: barber.id }
  const token = await createSessionToken(world, barber.user_id)
  const read = (by: string | undefined = token) => world.call(portfolioApi.get, { token: by, params })
  const save = async (images: unknown[], { by = token, version }: { by?: string; version?: number } = {}) => {
    const body = { images, version: version ?? (await read()).body.version }
    return world.call(portfolioApi.save, { token: by, params, body })
  }
  const list = async () => (await world.call(portfolioApi.list, { params })).body.images
  return { owner, barber, serviceId, token, params, read, save, list }
}

async function upload(token: string, bytes: Buffer = testImage) {
  const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n'
  const response = await world.app.inject({
    method: 'POST',
    url: '/api/uploads',
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--x--\r\n')]),
    headers: { 'content-type': 'multipart/form-data; boundary=x', authorization: `Bearer ${token}` },
  })
  return response.json<{ url: string; code?: string; variants: { url: string }[] }>()
}
const uploadMany = async (token: string, count: number) => {
  const urls: string[] = []
  for (let index = 0; index < count; index++) urls.push((await upload(token)).url)
  return urls
}

describe('a portfolio', () => {
  test('shows what the barber uploaded, in order and with its services, also in the list of barbers', async () => {
    const { owner, barber, serviceId, token, read, save, list } = await createScene()
    const urls = await uploadMany(token, 5)
    const saved = await save(urls.map((url, index) => ({ url, ...(index === 0 && { serviceId }) })))
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    expect(Value.Check(portfolioApi.save.schema.response[200], saved.body)).toBe(true)
    expect(saved.body).toMatchObject({
      name: 'Beto Lima',
      version: 2,
      services: expect.arrayContaining([{ id: serviceId, name: 'Degradê' }]),
    })
    const shown = urls.map((url, index) => ({ url, service: index === 0 ? { id: serviceId, name: 'Degradê' } : null }))
    expect(await list()).toEqual(shown)
    expect((await read(owner.token)).body.images).toEqual(shown)
    const { body } = await world.call(staffApi.list, { params: { id: owner.shop.id } })
    expect(body.barbers).toMatchObject([{ id: barber.id, portfolioCount: 5, portfolio: shown.slice(0, 4) }])
  })

  test('is reordered, tagged and shortened by the owner too, who keeps what the barber uploaded', async () => {
    const { owner, serviceId, token, save, list } = await createScene()
    const [one, two] = (await uploadMany(token, 2)) as [string, string]
    await save([{ url: one, serviceId }, { url: two }])
    const [own] = await uploadMany(owner.token, 1)
    const saved = await save([{ url: own }, { url: two, serviceId: serviceId.toUpperCase() }, { url: own }], {
      by: owner.token,
    })
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    expect(await list()).toEqual([
      { url: own, service: null },
      { url: two, service: { id: serviceId, name: 'Degradê' } },
    ])
    expect((await save([])).status).toBe(200)
    expect(await list()).toEqual([])
  })

  test('names the Instagram of the barber, who may also leave it as it is or take it away', async () => {
    const { owner, token, params, read, save } = await createScene()
    const saveInstagram = async (instagram: string | null, by = token) => {
      const body = { images: [], instagram, version: (await read()).body.version }
      return world.call(portfolioApi.save, { token: by, params, body })
    }
    const shown = async () => {
      const { body } = await world.call(staffApi.list, { params: { id: owner.shop.id } })
      return body.barbers[0].instagram
    }
    expect((await saveInstagram('https://instagram.com/Beto.Lima')).body.instagram).toBe('beto.lima')
    expect(await shown()).toBe('beto.lima')
    await save([])
    expect((await read()).body.instagram).toBe('beto.lima')
    expect((await saveInstagram('beto lima')).body).toMatchObject({ code: 'INVALID_INPUT', message: INSTAGRAM_PROBLEM })
    expect((await saveInstagram('@beto_cortes', owner.token)).status).toBe(200)
    expect(await shown()).toBe('beto_cortes')
    expect((await saveInstagram(null)).body.instagram).toBeNull()
    expect(await shown()).toBeNull()
  })

  test('no longer names a service that the barbershop does not provide', async () => {
    const { serviceId, token, save, list } = await createScene()
    const [url] = await uploadMany(token, 1)
    await save([{ url, serviceId }])
    await world.db.updateTable('services').set({ is_active: false }).where('id', '=', serviceId).execute()
    expect(await list()).toEqual([{ url, service: null }])
    expect((await save([{ url, serviceId }])).body.code).toBe('SERVICE_NOT_FOUND')
  })

  test('is edited by one of two who started from the same version', async () => {
    const { owner, token, save } = await createScene()
    const [one] = await uploadMany(token, 1)
    const [other] = await uploadMany(owner.token, 1)
    const responses = await Promise.all([
      save([{ url: one }], { version: 1 }),
      save([{ url: other }], { by: owner.token, version: 1 }),
    ])
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(responses.find(({ status }) => status === 409)?.body.code).toBe('EDIT_CONFLICT')
  })

  test('of a removed barber or an inactive barbershop is not public', async () => {
    const { owner, barber, params, read } = await createScene()
    const status = async () => (await world.call(portfolioApi.list, { params })).status
    await world.db.updateTable('barbershops').set({ is_active: false }).where('id', '=', owner.shop.id).execute()
    expect([await status(), (await read()).status]).toEqual([404, 200])
    await world.db.updateTable('barbershops').set({ is_active: true }).where('id', '=', owner.shop.id).execute()
    expect(await status()).toBe(200)
    await world.db.updateTable('barbers').set({ removed_at: new Date() }).where('id', '=', barber.id).execute()
    expect([await status(), (await read()).status]).toEqual([404, 404])
  })
})

describe('a change is refused', () => {
  test('with images that were issued to another user or never, and for what is no image', async () => {
    const { owner, token, save } = await createScene()
    const stranger = await createScene()
    const [foreign] = await uploadMany(stranger.token, 1)
    // The owner's own uploads are not the barber's to use.
    const [ownersOnly] = await uploadMany(owner.token, 1)
    for (const url of [foreign, ownersOnly, '/uploads/avatars/x-320.webp', 'https://naregua.test/x.png'])
      expect((await save([{ url }])).body.code, url).toBe('IMAGE_UNKNOWN')
    const refused = await upload(token, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
    expect(refused.code).toBe('IMAGE_INVALID')
  })

  test('with more than thirty images, or a service of another barbershop', async () => {
    const { token, save } = await createScene()
    const other = await createScene()
    const [url] = await uploadMany(token, 1)
    const tooMany = Array.from({ length: MAX_PORTFOLIO_IMAGES + 1 }, (_, index) => ({ url: `/uploads/shops/${index}` }))
    expect((await save(tooMany)).body.code).toBe('INVALID_INPUT')
    expect((await save([{ url, serviceId: other.serviceId }])).body.code).toBe('SERVICE_NOT_FOUND')
  })

  test('for everyone but the barber and the owner, and once the plan has lapsed', async () => {
    const { owner, params, save, read } = await createScene()
    const { barber: colleague, other, customer } = await createOutsiders(world)
    const anonymous = await world.call(portfolioApi.save, { params, body: { version: 1, images: [] } })
    expect(anonymous.status).toBe(401)
    for (const by of [colleague, other, customer, (await createCaller(world, { role: 'OWNER' })).token])
      expect([(await save([], { by })).status, (await read(by)).status]).toEqual([403, 403])
    await world.db.deleteFrom('subscriptions').where('user_id', '=', owner.user.id).execute()
    for (const by of [undefined, owner.token]) expect((await save([], { by })).body.code).toBe('PLAN_LAPSED')
  })
})

test('files of removed images are deleted a day after their upload, those of shown ones stay', async () => {
  const { token, save } = await createScene()
  const removed = await upload(token)
  const shown = await upload(token)
  await save([{ url: removed.url }, { url: shown.url }])
  await save([{ url: shown.url }])
  world.clock.advance({ minutes: 24 * 60 + 1 })
  await sweepUploads({ ...world, storage: createStorage(world.config) })
  await mailbox.deliver()
  const exist = ({ variants }: typeof shown) => variants.map(({ url }) => existsSync(join(folder, url)))
  expect([exist(removed), exist(shown)]).toEqual([Array(6).fill(false), Array(6).fill(true)])
})
