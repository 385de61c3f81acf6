import type { Feature, Service, ServiceCombination, ShopPaymentMethod } from '@na-regua/contract/barbershops'
import { ApiError } from '@na-regua/contract/errors'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../lib/database.ts'

/** The hours of a special date; null minutes when it is closed. */
export type SpecialDateHours = readonly [
  date: string,
  opensMinute: number | null,
  closesMinute: number | null,
  reason: string | null,
]

export type CardRow = {
  id: string
  name: string
  street: string
  number: string
  neighborhood: string
  city: string
  state: string
  latitude: number
  longitude: number
  timeZone: string
  coverImageUrl: string | null
  images: string[]
  features: string[]
  hours: (readonly [dayOfWeek: number, opensMinute: number, closesMinute: number])[]
  specialDates: readonly SpecialDateHours[]
  is_active: boolean
  is_featured: boolean
  is_verified: boolean
  averageRating: number | null
  reviewCount: number
  price_from: number | null
  /** It takes walk-ins. */
  hasQueue: boolean
}

export type BarbershopRow = CardRow & {
  slug: string | null
  description: string | null
  address: string
  complement: string
  zipCode: string | null
  phone: string | null
  whatsapp: string | null
  instagram: string | null
  paymentMethods: ShopPaymentMethod[]
  services: Service[]
  combinations: ServiceCombination[]
  minimumNoticeMin: number
  cancelNoticeMin: number
  bookingWindowDays: number
}

/** Its queue is on. */
export const takesWalkIns = sql<boolean>`
  exists (select from barbershop_queues where barbershop_queues.barbershop_id = barbershops.id and is_on)`

export const cardColumns = sql`
  barbershops.id, name, street, street_number as number, neighborhood, city, state, latitude, longitude, time_zone as "timeZone",
  cover_image_url as "coverImageUrl", is_active, is_featured, verified_at is not null as is_verified, average_rating as "averageRating",
  review_count as "reviewCount", price_from, ${takesWalkIns} as "hasQueue",
  array(select url from images where images.barbershop_id = barbershops.id order by position, images.id) as images,
  array(select features.name from barbershop_features join features on features.id = feature_id
         where barbershop_features.barbershop_id = barbershops.id order by features.id) as features,
  (select coalesce(json_agg(json_build_array(day_of_week, opens_minute, closes_minute)), '[]')
     from working_hours where working_hours.barbershop_id = barbershops.id) as hours,
  (select coalesce(json_agg(json_build_array(date, opens_minute, closes_minute, reason) order by date, opens_minute), '[]')
     from special_dates where special_dates.barbershop_id = barbershops.id) as "specialDates"`

/** Also what the page of a barbershop shows. */
export function barbershopColumns(serviceCondition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    ${cardColumns}, (select slug from barbershop_slugs where barbershop_id = barbershops.id and is_current) as slug, description, address, complement, zip_code as "zipCode", phone, whatsapp, barbershops.instagram, payment_methods as "paymentMethods", minimum_notice_minutes as "minimumNoticeMin",
    cancel_notice_minutes as "cancelNoticeMin", booking_window_days as "bookingWindowDays",
    (select coalesce(json_agg(json_build_object(
              'id', services.id, 'name', services.name, 'description', services.description,
              'durationMin', duration_min, 'bufferMin', buffer_min, 'priceCents', price_cents, 'isActive', services.is_active,
              'category', category,
              'includes', (select service_ids from service_combinations where service_id = services.id),
              'barbers', (
                select json_agg(json_build_object('barberId', barber_id, 'isProvided', is_provided, 'durationMin', barber_terms.duration_min,
                         'priceCents', barber_terms.price_cents) order by barber_id)
                  from barber_terms where service_id = services.id)
            ) order by position, services.name, services.id), '[]')
       from services where services.barbershop_id = barbershops.id and ${serviceCondition}) as services,
    (select coalesce(json_agg(json_build_object('serviceId', service_id, 'serviceIds', service_ids, 'durationMin', duration_min,
              'priceCents', price_cents) order by service_ids), '[]')
       from service_combinations where service_combinations.barbershop_id = barbershops.id
        and (service_id is null or exists (select from services where services.id = service_id and services.is_active))) as combinations`
}

/** An active barbershop with its active services. */
export async function getActiveBarbershop(db: Database, id: string): Promise<BarbershopRow> {
  const { rows } = await sql<BarbershopRow>`/* get active barbershop */
    select ${barbershopColumns(sql`services.is_active`)}
      from barbershops where barbershops.id = ${id} and is_active`.execute(db)
  if (!rows[0]) throw new ApiError('BARBERSHOP_NOT_FOUND')
  return rows[0]
}

/** The features with these ids; without ids all of them. */
export async function listFeatures(db: Database, ids?: readonly number[]): Promise<Feature[]> {
  const all = db.selectFrom('features').select(['id', 'name']).orderBy('id')
  return await (ids ? all.where('id', 'in', [...ids, 0]) : all).execute()
}

/** Updates price_from and the search words. Every transaction that changes a barbershop or its services calls it. */
export async function refreshBarbershops(db: Database, ids: readonly string[]): Promise<void> {
  await sql`/* refresh barbershops */ select refresh_barbershops(${ids}::uuid[])`.execute(db)
}
