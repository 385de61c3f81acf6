import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PlaceSuggestion, suggestionsApi } from '@na-regua/contract/suggestions'
import { afterAll, expect, test } from 'vitest'
import { seedDemo } from '../../../../seed/demo.ts'
import { createBarbershopRow } from '../../../../test/barbershop-factories.ts'
import { createHarness } from '../../../../test/harness.ts'

const now = '2026-03-14T18:10:00.000Z'
const dataDir = await mkdtemp(join(tmpdir(), 'na-regua-places-'))
const world = await createHarness({ now, environment: { DATA_DIR: dataDir } })
await seedDemo({ db: world.db, dataDir, now: new Date(now) })
afterAll(async () => {
  await world.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** Where the customers of the table are. */
const positions = {
  SP: { latitude: -23.5505, longitude: -46.6333 },
  GO: { latitude: -16.6869, longitude: -49.2648 },
  AM: { latitude: -3.1019, longitude: -60.025 },
}

const pinheiros = { neighborhood: 'Pinheiros', city: 'São Paulo', state: 'SP', latitude: -23.561, longitude: -46.701 }
await createBarbershopRow(world, { ...pinheiros, street: 'Rua dos Pinheiros', zipCode: '05422-001' })
const listPlaces = (query: Record<string, unknown>) => world.call(suggestionsApi.places, { query })

/** What is typed where, and the place that is meant. */
const firstPlaces: readonly (readonly [at: keyof typeof positions, say: string, first: string])[] = [
  ['SP', 'pinheiros', 'neighborhood Pinheiros, São Paulo - SP'],
  ['SP', 'PINHEIROS', 'neighborhood Pinheiros, São Paulo - SP'],
  ['SP', 'pinhieros', 'neighborhood Pinheiros, São Paulo - SP'],
  ['SP', 'pinhei', 'landmark Metrô Pinheiros, São Paulo - SP'],
  ['GO', 'pinheiros', 'city Pinheiros, ES'],
  ['SP', 'bairro dos pinheiros', 'neighborhood Pinheiros, São Paulo - SP'],
  ['SP', 'barbearia em pinheiros', 'neighborhood Pinheiros, São Paulo - SP'],
  ['SP', 'vila madalena', 'neighborhood Vila Madalena, São Paulo - SP'],
  ['SP', 'vl madalena', 'neighborhood Vila Madalena, São Paulo - SP'],
  ['SP', 'consolação', 'neighborhood Consolação, São Paulo - SP'],
  ['SP', 'moema', 'neighborhood Moema, São Paulo - SP'],
  ['GO', 'setor bueno', 'neighborhood Setor Bueno, Goiânia - GO'],
  ['GO', 'bueno', 'neighborhood Setor Bueno, Goiânia - GO'],
  ['GO', 'st bueno', 'neighborhood Setor Bueno, Goiânia - GO'],
  ['SP', 'setor bueno', 'neighborhood Setor Bueno, Goiânia - GO'],
  ['GO', 'marista', 'neighborhood Setor Marista, Goiânia - GO'],
  ['GO', 'jardim goias', 'neighborhood Jardim Goiás, Goiânia - GO'],
  ['GO', 'jd goiás', 'neighborhood Jardim Goiás, Goiânia - GO'],
  ['GO', 'centro', 'neighborhood Centro, Goiânia - GO'],
  ['AM', 'centro', 'neighborhood Centro, Manaus - AM'],
  ['AM', 'ponta negra', 'neighborhood Ponta Negra, Manaus - AM'],
  ['GO', 'campinas', 'neighborhood Campinas, Goiânia - GO'],
  ['SP', 'campinas', 'city Campinas, SP'],
  ['SP', 'rua dos pinheiros', 'street Rua dos Pinheiros, São Paulo - SP'],
  ['SP', 'r. dos pinheiros', 'street Rua dos Pinheiros, São Paulo - SP'],
  ['SP', 'rua dos pinheiros, 500', 'street Rua dos Pinheiros, São Paulo - SP'],
  ['GO', 'av t 4', 'street Avenida T-4, Goiânia - GO'],
  ['GO', 'avenida t-4', 'street Avenida T-4, Goiânia - GO'],
  ['SP', '05422-001', 'zipCode CEP 05422-001, '],
  ['GO', '05422001', 'zipCode CEP 05422-001, '],
  ['GO', '74215', 'zipCode CEP 74215, '],
  ['SP', 'metrô consolação', 'landmark Metrô Consolação, São Paulo - SP'],
  ['SP', 'metro consolacao', 'landmark Metrô Consolação, São Paulo - SP'],
  ['SP', 'perto do metrô sé', 'landmark Metrô Sé, São Paulo - SP'],
  ['SP', 'estação da luz', 'landmark Estação da Luz, São Paulo - SP'],
  ['SP', 'av paulista', 'landmark Avenida Paulista, São Paulo - SP'],
  ['GO', 'avenida paulista', 'landmark Avenida Paulista, São Paulo - SP'],
  ['SP', 'ibirapuera', 'landmark Parque Ibirapuera, São Paulo - SP'],
  ['SP', 'eldorado', 'landmark Shopping Eldorado, São Paulo - SP'],
  ['SP', 'congonhas', 'landmark Aeroporto de Congonhas, São Paulo - SP'],
  ['SP', 'zona sul', 'landmark Zona Sul, São Paulo - SP'],
  ['GO', 'flamboyant', 'landmark Shopping Flamboyant, Goiânia - GO'],
  ['GO', 'bh', 'city Belo Horizonte, MG'],
  ['AM', 'sampa', 'city São Paulo, SP'],
  ['GO', 'sp', 'city São Paulo, SP'],
  ['SP', 'rio', 'city Rio de Janeiro, RJ'],
  ['GO', 'poa', 'city Porto Alegre, RS'],
  ['SP', 'poa', 'city Poá, SP'],
  ['SP', 'floripa', 'city Florianópolis, SC'],
  ['SP', 'goiania', 'city Goiânia, GO'],
  ['SP', 'Goiânia GO', 'city Goiânia, GO'],
  ['GO', 'são paulo', 'city São Paulo, SP'],
  ['SP', 'manaus', 'city Manaus, AM'],
  ['SP', 'recife', 'city Recife, PE'],
  ['GO', 'anapolis', 'city Anápolis, GO'],
  ['GO', 'aparecida', 'city Aparecida de Goiânia, GO'],
  ['SP', 'itaquaquecetuba', 'city Itaquaquecetuba, SP'],
  ['GO', 'tesouro mt', 'city Tesouro, MT'],
  ['GO', 'olho dagua', "city Olho d'Água, PB"],
  ['SP', 'zzzzqq', 'nothing'],
  ['SP', '99999-999', 'nothing'],
]

test.each(firstPlaces)('in %s "%s" is %s', async (at, query, first) => {
  const { status, body } = await listPlaces({ query, ...positions[at] })
  expect(status).toBe(200)
  const [place] = body.places
  expect(place ? `${place.kind} ${place.name}, ${place.area}` : 'nothing').toBe(first)
})

test('each place is listed once, at most as many as are wanted, and with where it is', async () => {
  const { body } = await listPlaces({ query: 'pinheiros', ...positions.SP })
  const names = body.places.map(({ kind, name, area }: PlaceSuggestion) => `${kind} ${name}, ${area}`)
  expect(new Set(names).size).toBe(names.length)
  expect(body.places[0].latitude).toBeCloseTo(pinheiros.latitude, 1)
  expect((await listPlaces({ query: 'santa', limit: 2, ...positions.SP })).body.places).toHaveLength(2)
})

test('a text without a name finds nothing, and what is no text or no position is refused', async () => {
  for (const query of ["'; drop table barbershops; --", '%%', '💈💈', '((', '.*', 'x'.repeat(120)])
    expect([query, (await listPlaces({ query, ...positions.SP })).body.places]).toEqual([query, []])
  for (const query of ['', 'a', ' ', 'x'.repeat(121), '\u0000\u0000'])
    expect([query, (await listPlaces({ query, ...positions.SP })).status]).toEqual([query, 400])
  expect((await listPlaces({ query: 'centro', latitude: 91, longitude: 0 })).status).toBe(400)
  expect((await listPlaces({ query: 'centro' })).status).toBe(400)
  expect((await listPlaces({ query: 'centro', ...positions.SP, limit: 11 })).status).toBe(400)
})
