import type { Output } from '@na-regua/contract/route'
import { suggestionsApi } from '@na-regua/contract/suggestions'
import { Value } from 'typebox/value'
import { afterAll, expect, test } from 'vitest'
import { createBarber, createBarbershopRow } from '../../../../test/barbershop-factories.ts'
import { createHarness } from '../../../../test/harness.ts'

const world = await createHarness()
afterAll(() => world.close())

const here = { latitude: -23.5505, longitude: -46.6333 }
const shops = [
  {
    km: 1,
    name: 'Navalha São João',
    street: 'Rua Aurora',
    neighborhood: 'República',
    zipCode: '01209000',
    services: [
      { name: 'Corte', priceCents: 5000 },
      { name: 'Degradê', priceCents: 6500 },
    ],
  },
  {
    km: 2,
    name: 'Casa do Bigode',
    street: 'Avenida São João, 1315',
    neighborhood: 'Santa Cecília',
    zipCode: '01035100',
    services: [{ name: 'Corte + barba', priceCents: 8000 }],
  },
  {
    km: 6,
    name: 'Dom Tesoura',
    street: 'Rua dos Pinheiros',
    neighborhood: 'Pinheiros',
    zipCode: '05422010',
    services: [{ name: 'Degradê na régua', priceCents: 4500 }],
  },
  {
    km: 300,
    name: 'Barbearia Distante',
    street: 'Rua 1',
    neighborhood: 'Pinheiros',
    city: 'Curitiba',
    state: 'PR',
    zipCode: '80000000',
    services: [{ name: 'Corte', priceCents: 3000 }],
  },
]
for (const { km, city = 'São Paulo', state = 'SP', ...fields } of shops)
  await createBarbershopRow(world, {
    ...fields,
    city,
    state,
    latitude: here.latitude - km / 111.195,
    longitude: here.longitude,
  })

type Suggestions = Output<typeof suggestionsApi.list>

async function suggest(query: string, more: Record<string, string | number> = {}): Promise<Suggestions> {
  const { status, body } = await world.call(suggestionsApi.list, { query: { query, ...here, ...more } })
  expect(status).toBe(200)
  expect(Value.Check(suggestionsApi.list.schema.response[200], body)).toBe(true)
  return body
}
const namesOf = ({ barbershops }: Suggestions) => barbershops.map(({ name }) => name)
const fieldsOf = ({ matches }: Suggestions) =>
  matches.map(({ matches: found }) => found.map(({ field, text, priceCents }) => [field, text, priceCents]))

test('a city and a service of a sentence are understood, and barbershops are found by either', async () => {
  const found = await suggest('degradê em curitiba')
  expect(found.sentence).toMatchObject({
    service: 'degradê',
    place: { kind: 'city', name: 'Curitiba', area: 'PR' },
    text: '',
  })
  expect(namesOf(await suggest('tesoura'))).toContain('Dom Tesoura')
  expect(namesOf(await suggest('degradê até 50'))).toEqual(['Dom Tesoura'])
})

test('each barbershop says why it was found: a service with its price, its name, its neighbourhood', async () => {
  const found = await suggest('degrade')
  expect(namesOf(found)).toEqual(['Navalha São João', 'Dom Tesoura'])
  expect(fieldsOf(found)).toEqual([[['service', 'Degradê', 6500]], [['service', 'Degradê na régua', 4500]]])
  expect(found.matches[1]?.matches[0]?.highlights).toEqual([[0, 7]])
  expect(fieldsOf(await suggest('navlha'))[0]).toEqual([['name', 'Navalha São João', null]])
})

test('a neighbourhood is the one nearby, and another one from elsewhere', async () => {
  const { places, barbershops } = await suggest('pinheiros')
  expect(places.map(({ name, area }) => `${name}, ${area}`).slice(0, 2)).toEqual([
    'Pinheiros, São Paulo - SP',
    'Rua dos Pinheiros, São Paulo - SP',
  ])
  const [nearby] = (await suggest('pinheiros', { latitude: here.latitude - 299 / 111.195 })).places
  expect(nearby).toMatchObject({ kind: 'neighborhood', area: 'Curitiba - PR' })
  expect(places[0]?.latitude).toBeCloseTo(here.latitude - 6 / 111.195, 3)
  expect(barbershops[0]?.name).toBe('Dom Tesoura')
})

test('"sao joao" finds the avenue and the barbershop on it, after those of that name', async () => {
  const found = await suggest('sao joao')
  expect(found.places[0]).toMatchObject({ kind: 'street', name: 'Avenida São João', area: 'São Paulo - SP' })
  expect(namesOf(found).slice(0, 2)).toEqual(['Navalha São João', 'Casa do Bigode'])
  expect(fieldsOf(found)[1]).toEqual([['street', 'Avenida São João, 1315', null]])
})

test('a CEP is where barbershops with the same first digits are', async () => {
  for (const query of ['05422-010', '05422010', '05422999']) {
    const [place] = (await suggest(query)).places
    expect(place?.kind).toBe('zipCode')
    expect(place?.latitude).toBeCloseTo(here.latitude - 6 / 111.195, 3)
  }
})

test('a sentence becomes filters, in the zone of the place it names, and finds what they match', async () => {
  world.clock.set('2026-11-26T03:30:00Z')
  const found = await suggest('degradê amanhã à noite perto da Paulista até 60')
  expect(found.sentence).toMatchObject({
    service: 'degradê',
    freeOn: '2026-11-27',
    freeFrom: '18:00',
    freeUntil: null,
    priceMax: 6000,
    text: '',
    place: { kind: 'landmark', name: 'Avenida Paulista' },
  })
  // 3:30 in UTC is half past midnight in São Paulo, and half past eleven of the day before in Manaus.
  expect((await suggest('corte amanhã em manaus')).sentence.freeOn).toBe('2026-11-26')
  expect(namesOf(await suggest('degradê em pinheiros mais barato'))[0]).toBe('Dom Tesoura')
  // The price is that of the service, not of the cheapest one.
  expect(namesOf(await suggest('degradê até 50'))).toEqual(['Dom Tesoura'])
  expect(namesOf(await suggest('degradê entre 60 e 70 reais'))).toEqual(['Navalha São João'])
  expect(namesOf(await suggest('degradê até 50 com a tesoura do dom'))).toEqual(['Dom Tesoura'])
  expect(namesOf(await suggest('degradê até 50 depois do trampo'))).toEqual(['Dom Tesoura'])
})

test('places follow the barbershops: renamed, deactivated and new ones', async () => {
  const shop = await createBarbershopRow(world, {
    ...here,
    neighborhood: 'Vila Inventada',
    city: 'São Paulo',
    state: 'SP',
  })
  const hasPlace = async (query: string) => (await suggest(query)).places.some(({ kind }) => kind === 'neighborhood')
  expect(await hasPlace('vila inventada')).toBe(true)
  await world.db.updateTable('barbershops').set({ neighborhood: 'Vila Mudada' }).where('id', '=', shop.id).execute()
  expect(await hasPlace('vila mudada')).toBe(true)
  expect(await hasPlace('vila inventada')).toBe(false)
})

test('barbers are found by name and specialty, with their next time, and as they are', async () => {
  world.clock.set('2026-11-26T12:00:00Z')
  const place = { latitude: -3.1, longitude: -60 }
  const shop = await createBarbershopRow(world, {
    ...place,
    name: 'Casa Onze',
    neighborhood: 'Aleixo',
    services: [{ name: 'Corte', priceCents: 5000 }],
  })
  const rafael = await createBarber(world, shop.id, { name: 'Rafael Souza', specialties: ['Visagismo'] })
  await createBarber(world, shop.id, { name: 'Ana Lima', specialties: ['Cabelo crespo'] })
  const namesOfBarbers = async (query: string) => (await suggest(query, place)).barbers.map(({ name }) => name)

  const { barbers, order } = await suggest('rafael', place)
  expect(order[0]).toBe('barbers')
  expect(barbers).toMatchObject([
    {
      id: rafael.id,
      barbershop: { id: shop.id, name: 'Casa Onze', neighborhood: 'Aleixo' },
      matches: [{ field: 'name', text: 'Rafael Souza', highlights: [[0, 6]] }],
      nextTime: { barberId: rafael.id, serviceName: 'Corte', priceCents: 5000 },
    },
  ])
  expect((await suggest('visagismo', place)).barbers[0]?.matches).toMatchObject([
    { field: 'specialty', text: 'Visagismo' },
  ])
  expect(await namesOfBarbers('rafael aleixo')).toEqual(['Rafael Souza'])
  expect(await namesOfBarbers('rafel souza')).toEqual(['Rafael Souza'])
  expect(await namesOfBarbers('cabelo crespo')).toEqual(['Ana Lima'])
  // The words of two barbers are no barber, nor are those of the barbershop alone.
  expect(await namesOfBarbers('ana souza')).toEqual([])
  expect(await namesOfBarbers('casa onze')).toEqual([])

  await world.db.deleteFrom('barber_specialties').where('barber_id', '=', rafael.id).execute()
  await world.db.updateTable('users').set({ name: 'Rafael Prado' }).where('id', '=', rafael.user_id).execute()
  expect(await namesOfBarbers('visagismo')).toEqual([])
  expect(await namesOfBarbers('rafael')).toEqual(['Rafael Prado'])
  await world.db.updateTable('barbers').set({ removed_at: world.clock.now() }).where('id', '=', rafael.id).execute()
  expect(await namesOfBarbers('rafael')).toEqual([])
})

test.each(['n', '', 'a'.repeat(121)])('refuses %j', async (query) => {
  const response = await world.call(suggestionsApi.list, { query: { query, ...here } })
  expect([response.status, response.body.code]).toEqual([400, 'INVALID_INPUT'])
})
