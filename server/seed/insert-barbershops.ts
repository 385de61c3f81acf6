import { toSlug } from '@na-regua/contract/slugs'
import { sql } from 'kysely'
import type { Database } from '../src/lib/database.ts'
import { localNow } from './agenda.ts'
import type { SeedBarbershop } from './barbershop.ts'
import { insertRows, insertSelected } from './insert-rows.ts'
import { uuidOf } from './random.ts'

/** Inserts barbershops with all rows that belong to them. Their owners and barbers must exist in `users`. */
export async function insertBarbershops(db: Database, shops: readonly SeedBarbershop[], now: Date) {
  await insertRows(db, 'barbershops', shops.map(toRow))
  await insertRows(db, 'barbershop_features', shops.flatMap(listFeatures))
  await insertRows(db, 'images', shops.flatMap(listImages))
  await insertRows(db, 'services', shops.flatMap(listServices))
  await insertRows(db, 'service_combinations', shops.flatMap(listCombinations))
  await insertRows(db, 'working_hours', shops.flatMap(listHours))
  await insertSlugs(db, shops)
  await insertStaff(db, shops, now)
}

/** The name, with the neighbourhood where another one has it. A barbershop whose address is taken already has none. */
async function insertSlugs(db: Database, shops: readonly SeedBarbershop[]) {
  const owners = new Map<string, string>()
  for (const { id, name, neighborhood } of shops) {
    const slug = [toSlug(name), toSlug(`${name} ${neighborhood}`)].find((one) => !owners.has(one))
    if (slug) owners.set(slug, id)
  }
  await sql`insert into barbershop_slugs (slug, barbershop_id)
    select * from unnest(${[...owners.keys()]}::text[], ${[...owners.values()]}::uuid[]) on conflict do nothing`.execute(
    db,
  )
}

/** Recomputes the stored prices, ratings, appointment counts and search words of these barbershops. */
export async function refreshStoredColumns(db: Database, ids: readonly string[], now: Date) {
  await sql`
    update barbershops shop set
      price_from = (select min(price_cents) from services where barbershop_id = shop.id and is_active),
      rating_sum = coalesce((select sum(rating) from reviews where barbershop_id = shop.id), 0),
      review_count = (select count(*) from reviews where barbershop_id = shop.id),
      completed_count = (
        select count(*) from appointments
        where barbershop_id = shop.id and status = 'COMPLETED' and starts_at > ${now}::timestamptz - interval '90 days'
      ),
      search_text = search_form(concat_ws(' ', name, neighborhood, city, (
        select string_agg(service.name, ' ' order by position) from services service
        where barbershop_id = shop.id and is_active
      )))
    where id = any(${ids}::uuid[])`.execute(db)
  await sql`select collect_search_words(${ids}::uuid[])`.execute(db)
}

function toRow({
  featureIds,
  images,
  services,
  combinations,
  openings,
  barbers,
  quality,
  appointmentCount,
  isLively,
  ...columns
}: SeedBarbershop) {
  return { ...columns, cover_image_url: images[0] ?? null, updated_at: columns.created_at, ...columnDefaults }
}

// Defaults of the table do not apply to columns that an insert names.
const columnDefaults = {
  minimum_notice_minutes: 30,
  cancel_notice_minutes: 120,
  booking_window_days: 60,
  rating_sum: 0,
  review_count: 0,
  completed_count: 0,
  search_text: '',
}

const listFeatures = ({ id, featureIds }: SeedBarbershop) =>
  featureIds.map((feature_id) => ({ barbershop_id: id, feature_id }))

const listImages = ({ id, images }: SeedBarbershop) =>
  images.map((url, position) => ({ id: uuidOf(`${id} image ${position}`), barbershop_id: id, url, position }))

const listServices = ({ id, services }: SeedBarbershop) =>
  services.map(({ demand, ...service }, position) => ({ ...service, barbershop_id: id, is_active: true, position }))

const listCombinations = ({ id, combinations }: SeedBarbershop) =>
  combinations.map((combination) => ({ ...combination, barbershop_id: id }))

const listHours = ({ id, openings }: SeedBarbershop) =>
  openings.map((opening) => ({
    id: uuidOf(`${id} opening ${opening.day_of_week} ${opening.opens_minute}`),
    barbershop_id: id,
    ...opening,
  }))

async function insertStaff(db: Database, shops: readonly SeedBarbershop[], now: Date) {
  const barbers = shops.flatMap((shop) => shop.barbers.map((barber, position) => ({ barber, position, shop })))
  await insertRows(
    db,
    'barbers',
    barbers.map(({ barber, position, shop }) => ({
      id: barber.id,
      user_id: barber.user_id,
      barbershop_id: shop.id,
      bio: barber.bio,
      position,
      created_at: shop.created_at,
    })),
  )
  await insertSpecialties(
    db,
    barbers.map((entry) => entry.barber),
  )
  const own = (part: 'hours' | 'breaks') =>
    barbers.flatMap(({ barber }) => barber[part].map((period) => ({ barber_id: barber.id, ...period })))
  await insertRows(db, 'barber_hours', own('hours'))
  await insertRows(db, 'breaks', own('breaks'))
  await insertAbsences(db, barbers, now)
  await insertRows(db, 'portfolio_images', barbers.flatMap(listWorks))
}

async function insertSpecialties(db: Database, barbers: readonly SeedBarbershop['barbers'][number][]) {
  const names = [...new Set(barbers.flatMap((barber) => barber.specialties))]
  await sql`
    insert into specialties (name) select unnest(${names}::citext[]) on conflict do nothing`.execute(db)
  const pairs = barbers.flatMap((barber) => barber.specialties.map((name) => ({ barber_id: barber.id, name })))
  await insertSelected(db, 'barber_specialties', pairs, {
    columns: sql`barber_id, specialty_id`,
    select: (json) => sql`
      select pair.barber_id, specialties.id
      from json_to_recordset(${json}::json) as pair(barber_id uuid, name citext) join specialties using (name)`,
  })
}

const listWorks = ({ barber, shop }: Employment) =>
  barber.portfolio.map((image, position) => ({
    ...image,
    barber_id: barber.id,
    barber_user_id: barber.user_id,
    position,
    created_at: shop.created_at,
  }))

type Employment = { barber: SeedBarbershop['barbers'][number]; shop: SeedBarbershop }

async function insertAbsences(db: Database, barbers: readonly Employment[], now: Date) {
  const rows = barbers.flatMap(({ barber, shop }) => {
    const today = localNow(now, shop.time_zone).date
    return barber.absences.map(({ offset, ...absence }, index) => ({
      id: uuidOf(`${barber.id} absence ${index}`),
      barber_id: barber.id,
      time_zone: shop.time_zone,
      day: today.add({ days: offset }).toString(),
      ...absence,
    }))
  })
  await insertSelected(db, 'time_off', rows, {
    columns: sql`id, barber_id, starts_at, ends_at, reason, first_day, last_day`,
    select: (json) => sql`
      select id, barber_id,
        (day + make_interval(mins => starts_minute)) at time zone time_zone,
        (day + make_interval(mins => ends_minute)) at time zone time_zone, reason,
        case when ends_minute - starts_minute >= 1440 then day end, case when ends_minute - starts_minute >= 1440 then day end
      from json_to_recordset(${json}::json) as absence(
        id uuid, barber_id uuid, time_zone text, day date, starts_minute int, ends_minute int, reason text)`,
  })
}
