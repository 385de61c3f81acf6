import { readFileSync } from 'node:fs'
import { barbershopsApi } from '@na-regua/contract/barbershops'
import { ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import { isSlug, MAX_SLUGS, slugsApi, toSlug } from '@na-regua/contract/slugs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCaller, createSubscription } from '../../../../test/factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { listRoutes } from '../../../../test/list-routes.ts'
import { isReservedSlug, listSlugCandidates } from './rules.ts'

const ROUNDS = 40

const world = await createHarness({ environment: { PUBLIC_URL: 'https://naregua.test' } })
afterAll(() => world.close())

const place = { latitude: -16.6869, longitude: -49.2648, address: 'Rua 1, 1', neighborhood: 'Setor Bueno' }

async function createOwner() {
  const { user, token } = await createCaller(world, { role: 'OWNER' })
  await createSubscription(world, user.id)
  const create = async (name: string, fields: object = {}) => {
    const body = { ...place, ...fields, name }
    const { status, body: created } = await world.call(ownBarbershopsApi.createBarbershop, { token, body })
    expect(status, JSON.stringify(created)).toBe(201)
    return created.barbershop as { id: string; slug: string }
  }
  const rename = (id: string, slug: string) => world.call(slugsApi.change, { token, params: { id }, body: { slug } })
  return { token, create, rename }
}

const find = (slug: string) => world.call(slugsApi.find, { params: { slug } })

describe('a slug', () => {
  test.each([
    ['Barbearia São João do Arraial', 'barbearia-sao-joao-do-arraial'],
    ["Dom Bigode's & Filhos 💈", 'dom-bigodes-filhos'],
    ['  Navalha -- de Ouro!  ', 'navalha-de-ouro'],
    ['Barbearia do Sebastião Albuquerque de Vasconcelos Neto', 'barbearia-do-sebastiao-albuquerque-de'],
    ['Supercalifragilisticexpialidociousbarbearias', 'supercalifragilisticexpialidociousbarbea'],
    ['理髪店', ''],
  ])('of %j is %j', (name, slug) => {
    expect(toSlug(name)).toBe(slug)
  })

  test.each(['ab', '123', '-abc', 'abc-', 'a--b', 'Abc', 'são', 'a_b', 'x'.repeat(41), 'a/b', 'a.b'])(
    'is not %j',
    (text) => {
      expect(isSlug(text)).toBe(false)
    },
  )

  test('is never the first part of a path of the product', async () => {
    const web = readFileSync(new URL('../../../../../web/src/app/routes.ts', import.meta.url), 'utf8')
    const ofWeb = [...web.matchAll(/route\('([^':*/]+)/g)].map(([, path = '']) => path)
    const ofServer = listRoutes(world.app).map(({ path }) => path.split(/[/?]/)[1] ?? '')
    const segments = [...ofWeb, ...ofServer, 'assets', 'uploads', 'health', 'metrics'].filter(isSlug)
    expect(segments).toEqual(expect.arrayContaining(['barbershop', 'become-owner', 'clientes', 'agendar', 'posters']))
    expect(segments.filter((segment) => !isReservedSlug(segment))).toEqual([])
    expect(['na-regua', 'naregua', 'na-regua-oficial'].every(isReservedSlug)).toBe(true)
  })

  test('has candidates for any name, which all are slugs', () => {
    const [first, ...rest] = listSlugCandidates({ name: 'Agenda', neighborhood: 'Setor Bueno', city: 'Goiânia' })
    expect([first, rest[0]]).toEqual(['agenda-setor-bueno', 'agenda-goiania'])
    for (const name of ['理髪店', 'X', '007', 'x'.repeat(120), 'Na Régua', 'a'.repeat(39)]) {
      const slugs = listSlugCandidates({ name, neighborhood: 'J'.repeat(90), city: '' })
      expect(slugs.length).toBeGreaterThan(2)
      expect(slugs.filter((slug) => !isSlug(slug) || isReservedSlug(slug))).toEqual([])
    }
  })
})

describe('the address of a barbershop', () => {
  let owner: Awaited<ReturnType<typeof createOwner>>
  let shop: { id: string; slug: string }
  beforeAll(async () => {
    owner = await createOwner()
    shop = await owner.create('Navalha São José')
  })

  test('is made from its name, and from the neighbourhood where another has that name', async () => {
    expect(shop.slug).toBe('navalha-sao-jose')
    expect((await owner.create('Navalha São José', { latitude: -16.7 })).slug).toBe('navalha-sao-jose-setor-bueno')
    expect(await find('NAVALHA-sao-jose')).toMatchObject({ status: 200, body: { barbershopId: shop.id } })
    expect((await find('ninguem')).status).toBe(404)
    expect((await world.call(barbershopsApi.get, { params: { id: shop.id } })).body.barbershop.slug).toBe(shop.slug)
  })

  test('changes, and the former one leads to the new one and to no other barbershop', async () => {
    const { status, body } = await owner.rename(shop.id, 'navalha-do-ze')
    expect([status, body.barbershop.slug]).toEqual([200, 'navalha-do-ze'])
    for (const slug of ['navalha-sao-jose', 'navalha-do-ze'])
      expect((await find(slug)).body).toEqual({ barbershopId: shop.id, slug: 'navalha-do-ze' })
    const other = await createOwner()
    const rival = await other.create('Rival')
    for (const slug of ['navalha-sao-jose', 'navalha-do-ze'])
      expect((await other.rename(rival.id, slug)).body).toMatchObject({ code: 'SLUG_UNAVAILABLE' })
    expect((await other.rename(shop.id, 'roubada')).status).toBe(404)
    expect((await owner.rename(shop.id, 'navalha-sao-jose')).body.barbershop.slug).toBe('navalha-sao-jose')
    expect((await find('navalha-do-ze')).body.slug).toBe('navalha-sao-jose')
  })

  test.each([
    ['admin', 409],
    ['naregua-oficial', 409],
    ['Com-Maiuscula', 400],
    ['12345', 400],
    ['ab', 400],
    ['a--b', 400],
  ])('cannot be %j (%i)', async (slug, status) => {
    expect((await owner.rename(shop.id, slug)).status).toBe(status)
  })

  test(`is one of at most ${MAX_SLUGS}`, async () => {
    const many = await owner.create('Muda Muito')
    for (let count = 1; count < MAX_SLUGS; count++)
      expect((await owner.rename(many.id, `muda-muito-${count}x`)).status).toBe(200)
    expect((await owner.rename(many.id, 'muda-demais')).body.code).toBe('SLUG_UNAVAILABLE')
    expect((await owner.rename(many.id, 'muda-muito')).status).toBe(200)
  })

  test('is the one that the sitemap and the button on other sites lead to', async () => {
    const booked = await owner.create('Cadeira Boa')
    const cut = { name: 'Corte', durationMin: 30, priceCents: 5000 }
    await world.call(ownBarbershopsApi.setServices, {
      token: owner.token,
      params: { id: booked.id },
      body: { services: [cut] },
    })
    const get = (url: string) => world.app.inject(url)
    expect((await get('/sitemaps/1.xml')).payload).toContain('<loc>https://naregua.test/cadeira-boa</loc>')
    const { statusCode, headers } = await get('/agendar/CADEIRA-boa')
    expect([statusCode, headers.location]).toEqual([302, '/cadeira-boa?origem=link'])
    await world.call(ownBarbershopsApi.deactivate, { token: owner.token, params: { id: booked.id } })
    expect((await find('cadeira-boa')).status).toBe(404)
  })

  test(`goes to one of two barbershops that want it at the same time, in ${ROUNDS} rounds`, async () => {
    const one = await createOwner()
    const two = await createOwner()
    const shops = [await one.create('Um'), await two.create('Dois')] as const
    for (let round = 0; round < ROUNDS; round++) {
      await world.db.deleteFrom('barbershop_slugs').where('is_current', '=', false).execute()
      const slug = `disputa-${round}`
      const outcomes = await Promise.all([one.rename(shops[0].id, slug), two.rename(shops[1].id, slug)])
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 409])
      const winner = outcomes[0]?.status === 200 ? shops[0] : shops[1]
      expect((await find(slug)).body).toEqual({ barbershopId: winner.id, slug })
    }
  })
})

test('an owner changes it at most twenty times a day', async () => {
  const limited = await createHarness({ environment: { RATE_LIMIT: 'on' } })
  const { user, token } = await createCaller(limited, { role: 'OWNER' })
  await createSubscription(limited, user.id)
  const statuses: number[] = []
  for (let count = 0; count < 21; count++) {
    const request = { token, params: { id: crypto.randomUUID() }, body: { slug: 'qualquer' } }
    statuses.push((await limited.call(slugsApi.change, request)).status)
  }
  await limited.close()
  expect(statuses).toEqual([...Array(20).fill(404), 429])
})
