import { type RawBuilder, sql } from 'kysely'
import { expect } from 'vitest'
import { createRandom, type Random } from '../seed/random.ts'
import type { Listing } from '../src/features/listing/engine/create-listing.ts'
import { toWords, type WordQuery } from '../src/features/listing/engine/rules.ts'
import type { DatabasePool } from '../src/lib/database.ts'
import { findByWords } from './sql-lists/find-by-words.ts'

const towns = [
  ['São Paulo', -23.55, -46.63],
  ['Goiânia', -16.68, -49.25],
  ['Santa Bárbara d’Oeste', -22.75, -47.41],
] as const

/** Words that share beginnings, middles and typos; accents, scripts, symbols, numbers, one word longer than the vocabulary takes. */
const nameWords = [
  ...[
    'Barbearia',
    'Barba',
    'Barbárie',
    'Barbosa',
    'Navalha',
    'Navalhas',
    'Navio',
    'Nave',
    'Naval',
    'Tesoura',
    'Tesouro',
    'Touro',
  ],
  ...[
    'Corte',
    'Cortes',
    'Forte',
    'Norte',
    'Porte',
    'Real',
    'Imperial',
    'Central',
    'Mooca',
    'Moca',
    'Moça',
    'Zé',
    'Zezé',
    'João',
    'São',
  ],
  ...[
    'do',
    'da',
    'de',
    'Ouro',
    'Couro',
    'Outro',
    'Studio',
    'Stúdio',
    'Estúdio',
    '1',
    '12',
    '123',
    '100%',
    'nº7',
    '½',
    '3ª',
    'A&B',
    "d'Ávila",
  ],
  ...[
    'Μουστάκι',
    '理髪店',
    'cabelo💈',
    '💈',
    'ﬁo',
    'Straße',
    'Œuvre',
    'a',
    'x',
    'Cabeleireiro',
    'Cabeleireiros',
    'MegaBarber',
    'ÀÇÃÕ',
  ],
  ...[
    'Pneumoultramicroscopicossilicovulcanoconiótico',
    'e',
    'Bom',
    'Bem',
    'Boa',
    'Bola',
    'Bolas',
    'Pente',
    'Ponte',
    'Fonte',
    'Monte',
  ],
]
const neighborhoods = [
  'Centro',
  'Setor Marista',
  'Mooca',
  'Jardim Goiás',
  'Vila Nova',
  'Distrito 7',
  'Bela Vista',
  'Água Branca',
]
const serviceNames = [
  'Corte masculino',
  'Barba na toalha quente',
  'Degradê',
  'Sobrancelha',
  'Pigmentação',
  'Corte + barba',
  'Platinado',
]

type Shop = {
  name: string
  neighborhood: string
  city: string
  latitude: number
  longitude: number
  services: string[]
}

function generateName(random: Random): string {
  return Array.from({ length: random.int(1, 4) }, () => random.pick(nameWords)).join(random.chance(0.1) ? '-' : ' ')
}

function generateShop(random: Random): Shop {
  const [city, latitude, longitude] = random.pick(towns)
  // Coarse positions, so that many barbershops are equally far.
  const near = (degrees: number) => Math.round((degrees + (random.next() - 0.5) * 0.3) * 50) / 50
  return {
    name: random.chance(0.3) ? `${generateName(random)} ${random.int(1, 9999)}` : generateName(random),
    neighborhood: random.pick(neighborhoods),
    city,
    latitude: near(latitude),
    longitude: near(longitude),
    services: serviceNames.filter(() => random.chance(0.4)),
  }
}

export async function insertBulkTexts(db: DatabasePool, seed: string, count: number) {
  const random = createRandom(seed)
  const { rows } = await sql<{ id: string }>`insert into users (name, email, role)
    values ('Dona Rita', gen_random_uuid() || '@text.test', 'OWNER') returning id`.execute(db)
  for (let made = 0; made < count; made += 500) {
    const shops = Array.from({ length: Math.min(500, count - made) }, () => generateShop(random))
    await insertShops(rows[0]?.id ?? '', shops).execute(db)
  }
  await sql`analyze barbershops, services, search_words`.execute(db)
}

/** As the app does, in one transaction: rows, then the searched text. */
function insertShops(ownerId: string, shops: readonly Shop[]): RawBuilder<unknown> {
  return sql`with source as (
      select gen_random_uuid() as id, shop.* from json_to_recordset(${JSON.stringify(shops)}) as shop(
        name text, neighborhood text, city text, latitude float8, longitude float8, services json)
    ), inserted as (
      insert into barbershops (id, owner_id, name, address, street, neighborhood, city, state, latitude, longitude, time_zone,
        is_active, is_featured, search_text)
      select id, ${ownerId}::uuid, name, 'Rua 1', 'Rua 1', neighborhood, city, 'SP', latitude, longitude, 'America/Sao_Paulo',
        random() < 0.95, random() < 0.2,
        search_form(concat_ws(' ', name, neighborhood, city, (select string_agg(value, ' ') from json_array_elements_text(services))))
      from source returning id, search_text
    ), collected as (
      insert into search_words (word) select distinct word from inserted, regexp_split_to_table(trim(search_text), ' ') as word
       where length(word) between 3 and 40 and word !~ '^[0-9]+$' on conflict do nothing
    )
    insert into services (barbershop_id, name) select id, value from source, json_array_elements_text(services)`
}

const refresh = (ids: readonly string[]) => sql`select refresh_barbershops(${ids}::uuid[])`

/** Every kind of change that affects whether and where a barbershop is found by words. */
const changes: ((ids: readonly string[], random: Random) => RawBuilder<unknown>[])[] = [
  (ids, random) => [
    sql`update barbershops set name = ${`${generateName(random)} Nova${random.int(1, 50)}`} where id = any (${ids}::uuid[])`,
    refresh(ids),
  ],
  (ids, random) => [
    sql`update barbershops set neighborhood = ${random.pick(neighborhoods)} where id = any (${ids}::uuid[])`,
    refresh(ids),
  ],
  (ids, random) => [
    sql`update services set name = ${`${random.pick(serviceNames)} ${random.pick(nameWords)}`}
         where id in (select min(id::text)::uuid from services where barbershop_id = any (${ids}::uuid[]) group by barbershop_id)`,
    refresh(ids),
  ],
  (ids) => [sql`update services set is_active = false where barbershop_id = any (${ids}::uuid[])`, refresh(ids)],
  (ids) => [sql`update barbershops set is_active = not is_active where id = any (${ids}::uuid[])`],
  (ids) => [sql`update barbershops set is_featured = not is_featured where id = any (${ids}::uuid[])`],
  (ids) => [sql`update barbershops set latitude = latitude + 0.02 where id = any (${ids}::uuid[])`],
  (ids) => [sql`delete from barbershops where id = ${ids[0]}::uuid`],
  (_, random) => [
    sql`insert into barbershops (owner_id, name, address, street, neighborhood, city, state, latitude, longitude, time_zone)
        select owner_id, ${generateName(random)}, 'Rua 1', 'Rua 1', 'Centro', 'São Paulo', 'SP', -23.55, -46.63, time_zone
          from barbershops limit 1`,
    sql`select refresh_barbershops(array(select id from barbershops where search_text = ''))`,
  ],
]

export async function changeBulkTexts(db: DatabasePool, seed: string, count: number) {
  const random = createRandom(seed)
  for (let made = 0; made < count; made++) {
    const { rows } = await sql<{ id: string }>`
      select id from barbershops where id > gen_random_uuid() order by id limit ${random.int(1, 4)}::int`.execute(db)
    const ids = rows.map(({ id }) => id)
    const statements = random.pick(changes)(ids, random)
    await db.transaction().execute(async (tx) => {
      await sql`select from barbershops where id = any (${ids}::uuid[]) order by id for no key update`.execute(tx)
      for (const statement of statements) await statement.execute(tx)
    })
  }
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz'

function mistype(word: string, random: Random): string {
  const at = random.int(0, Math.max(0, word.length - 1))
  const character = alphabet[random.int(0, alphabet.length - 1)]
  return random.pick([
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + character + word.slice(at),
    word.slice(0, at) + character + word.slice(at + 1),
    word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2),
  ])
}

/** A prefix, a middle, a typo or two, a whole word, with accents and case as written or not. */
function generateWord(random: Random): string {
  const source = random.pick([nameWords, neighborhoods, serviceNames, towns.map(([city]) => city)])
  const word = random.pick(random.pick(source).split(' '))
  const plain = random.chance(0.5) ? word : word.normalize('NFD').replace(/\p{M}/gu, '')
  const from = random.int(0, Math.max(0, plain.length - 2))
  return random.pick([
    plain,
    plain.toUpperCase(),
    plain.slice(0, random.int(1, 5)),
    plain.slice(from, from + random.int(1, 6)),
    mistype(plain, random),
    mistype(mistype(plain, random), random),
    plain.normalize('NFD'),
    random.pick(['na', 'do', 'e', 'xyzzy', 'qq', '12', '7', '10', '½', '理', 'bar', 'barbr', 'ara']),
  ])
}

function generateTextQuery(seed: string): WordQuery & { text: string } {
  const random = createRandom(seed)
  const [, latitude, longitude] = random.pick(towns)
  const near = (degrees: number) => degrees + (random.next() - 0.5) * 0.2
  const count = random.weighted([
    [1, 6],
    [2, 4],
    [3, 2],
    [7, 1],
  ] as const)
  const text = Array.from({ length: count }, () => generateWord(random)).join(
    random.pick([' ', ' ', '  ', ', ', '-', "'"]),
  )
  return {
    text,
    words: toWords(text),
    area: { latitude: near(latitude), longitude: near(longitude), radiusInKm: random.pick([1, 5, 20, 50, 100]) },
    limit: random.pick([1, 3, 10, 50]),
  }
}

/** Sends the same texts to the index and the database; returns how many barbershops were found. */
export async function compareTextsWithDatabase(
  db: DatabasePool,
  listing: Listing,
  { seed, count }: { seed: string; count: number },
): Promise<number> {
  let found = 0
  for (let number = 0; number < count; number++) {
    const { text, ...query } = generateTextQuery(`${seed} ${number}`)
    // A fraction is two words: SQL finds them next to each other, the index anywhere.
    if (query.words.length === 0 || query.words.includes('½')) continue
    const ids = await listing.findByText(query)
    expect({ text, query, ids }).toEqual({ text, query, ids: await findByWords(db, query) })
    found += ids.length
  }
  return found
}
