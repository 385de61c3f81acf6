import type { CommissionTerms, PlanVersion } from '@na-regua/contract/commissions'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { isPermittedSql } from '../../barbershops/roles/queries.ts'
import { instantJson } from '../queries.ts'

type PlansOfBarbershop = {
  today: string
  barbershop: { versions: PlanVersion[] }
  barbers: { id: string; name: string; versions: PlanVersion[] }[]
  services: { id: string; name: string; priceCents: number | null }[]
  products: { id: string; name: string; priceCents: number }[]
}

const versionJson = sql`json_build_object('id', commission_plans.id, 'version', version, 'startsOn', starts_on, 'terms', terms,
  'createdAt', ${instantJson('commission_plans.created_at')})`

/** The plans of a barbershop with all versions, newest first. Undefined if the user may not see its money. */
export async function findPlans(
  db: Database,
  { barbershopId, userId, now }: { barbershopId: string; userId: string; now: Date },
): Promise<PlansOfBarbershop | undefined> {
  const { rows } = await sql<PlansOfBarbershop>`/* find commission plans */
    select (${now}::timestamptz at time zone time_zone)::date::text as today,
           json_build_object('versions', coalesce((
             select json_agg(${versionJson} order by version desc) from commission_plans
              where barbershop_id = barbershops.id and barber_id is null), '[]')) as barbershop,
           coalesce((
             select json_agg(json_build_object('id', barbers.id, 'name', users.name, 'versions', coalesce((
                      select json_agg(${versionJson} order by version desc) from commission_plans
                       where barber_id = barbers.id), '[]')) order by position, barbers.id)
               from barbers join users on users.id = user_id
              where barbershop_id = barbershops.id and removed_at is null), '[]') as barbers,
           coalesce((
             select json_agg(json_build_object('id', id, 'name', services.name, 'priceCents', price_cents) order by position, services.name, id)
               from services where barbershop_id = barbershops.id and is_active), '[]') as services,
           coalesce((
             select json_agg(json_build_object('id', id, 'name', products.name, 'priceCents', price_cents) order by products.name, id)
               from products where barbershop_id = barbershops.id and is_active), '[]') as products
      from barbershops where id = ${barbershopId} and ${isPermittedSql('money', userId)}`.execute(db)
  return rows[0]
}

type PlanTarget = { today: string; isKnownBarber: boolean; areKnownServices: boolean; areKnownProducts: boolean }

type TargetRequest = {
  barbershopId: string
  barberId: string | null
  terms: CommissionTerms | null
  userId: string
  now: Date
}

/** Whether what a new version names is of the barbershop. Undefined if the user may not see its money. */
export async function findPlanTarget(
  db: Database,
  { barbershopId, barberId, terms, userId, now }: TargetRequest,
): Promise<PlanTarget | undefined> {
  const serviceIds = terms?.services.map(({ serviceId }) => serviceId) ?? []
  const productIds = terms?.products.map(({ productId }) => productId) ?? []
  const { rows } = await sql<PlanTarget>`/* find commission plan target */
    select (${now}::timestamptz at time zone time_zone)::date::text as today,
           ${barberId}::uuid is null or exists (
             select from barbers where id = ${barberId} and barbershop_id = barbershops.id and removed_at is null) as "isKnownBarber",
           (select count(*) from services where id = any (${serviceIds}::uuid[]) and barbershop_id = barbershops.id)
             = ${serviceIds.length} as "areKnownServices",
           (select count(*) from products where id = any (${productIds}::uuid[]) and barbershop_id = barbershops.id)
             = ${productIds.length} as "areKnownProducts"
      from barbershops where id = ${barbershopId} and ${isPermittedSql('money', userId)}`.execute(db)
  return rows[0]
}

export type NewPlan = {
  barbershopId: string
  barberId: string | null
  userId: string
  seenVersion: number
  startsOn: string
  terms: CommissionTerms | null
  now: Date
}

/** Undefined if the newest version is not the one that was seen, or the right has ended. Of two at the same time one is inserted. */
export async function insertPlan(
  db: Database,
  { barbershopId, barberId, userId, seenVersion, startsOn, terms, now }: NewPlan,
): Promise<{ id: string; version: number } | undefined> {
  const { rows } = await sql<{ id: string; version: number }>`/* insert commission plan */
    insert into commission_plans (barbershop_id, barber_id, version, starts_on, terms, created_at, created_by)
    select id, ${barberId}::uuid, ${seenVersion}::integer + 1, ${startsOn}::date, ${terms && JSON.stringify(terms)}::jsonb, ${now}, ${userId}
      from barbershops
     where id = ${barbershopId} and ${isPermittedSql('money', userId)}
       and ${seenVersion}::integer = (
         select coalesce(max(version), 0) from commission_plans
          where barbershop_id = ${barbershopId} and barber_id is not distinct from ${barberId}::uuid)
    on conflict on constraint commission_plans_version_once do nothing
    returning id, version`.execute(db)
  return rows[0]
}
