import type { MovementKind, Product, ProductMovement } from '@na-regua/contract/products'
import { sql } from 'kysely'
import type { Database } from '../../lib/database.ts'
import { isPermittedSql } from '../barbershops/roles/queries.ts'
import type { Stock } from './rules.ts'

const stockOf = sql`(select coalesce(sum(quantity), 0)::int from product_movements where product_id = products.id)`

const columnsFor = (userId: string) => sql`
  products.id, products.name, price_cents as "priceCents", minimum, products.is_active as "isActive", products.version, ${stockOf} as stock,
  case when ${isPermittedSql('prices', userId, sql`products.barbershop_id`)} then cost_cents end as "costCents"`

/** Of a barbershop that the user owns or works in, by name; undefined for everyone else. */
export async function listProducts(
  db: Database,
  { barbershopId, userId }: { barbershopId: string; userId: string },
): Promise<Product[] | undefined> {
  const { rows } = await sql<{ products: Product[] }>`/* list products */
    select (select coalesce(json_agg(listed order by lower(listed.name), listed.id), '[]') from (
              select ${columnsFor(userId)} from products where products.barbershop_id = barbershops.id) listed) as products
      from barbershops
     where id = ${barbershopId} and (owner_id = ${userId}
       or exists (select from barbershop_roles where barbershop_id = barbershops.id and user_id = ${userId})
       or exists (select from barbers where barbershop_id = barbershops.id and user_id = ${userId} and removed_at is null))`.execute(
    db,
  )
  return rows[0]?.products
}

/** As the user reads it. */
export async function getProduct(db: Database, { id, userId }: { id: string; userId: string }): Promise<Product> {
  const { rows } = await sql<Product>`/* get product */
    select ${columnsFor(userId)} from products where id = ${id}`.execute(db)
  return rows[0] as Product
}

export async function findBarbershopOfProduct(db: Database, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ barbershopId: string }>`/* find barbershop of product */
    select barbershop_id as "barbershopId" from products where id = ${id}`.execute(db)
  return rows[0]?.barbershopId
}

type NewProduct = {
  id: string
  barbershopId: string
  name: string
  priceCents: number
  costCents: number
  minimum: number | null
}

/** The caller has locked the barbershop. False if it has `limit` products. */
export async function insertProduct(
  tx: Database,
  { id, barbershopId, name, priceCents, costCents, minimum }: NewProduct,
  { limit, now }: { limit: number; now: Date },
): Promise<boolean> {
  const { rows } = await sql`/* insert product */
    insert into products (id, barbershop_id, name, price_cents, cost_cents, minimum, created_at, updated_at)
    select ${id}::uuid, ${barbershopId}::uuid, ${name}, ${priceCents}::int, ${costCents}::int, ${minimum}::int, ${now}::timestamptz, ${now}::timestamptz
     where (select count(*) from products where barbershop_id = ${barbershopId}) < ${limit} returning id`.execute(tx)
  return rows.length === 1
}

type ProductEdit = Omit<NewProduct, 'barbershopId' | 'costCents'> & { isActive: boolean; version: number }

/** False if it was changed since. */
export async function updateProduct(tx: Database, edit: ProductEdit, now: Date): Promise<boolean> {
  const { id, name, priceCents, minimum, isActive, version } = edit
  const { rows } = await sql`/* update product */
    update products set name = ${name}, price_cents = ${priceCents}, minimum = ${minimum}, is_active = ${isActive}, version = version + 1,
           updated_at = ${now}
     where id = ${id} and version = ${version} returning id`.execute(tx)
  return rows.length === 1
}

export async function setCost(tx: Database, id: string, costCents: number): Promise<void> {
  await sql`/* set cost of product */
    update products set cost_cents = ${costCents} where id = ${id} and cost_cents <> ${costCents}`.execute(tx)
}

export async function getStock(tx: Database, productId: string): Promise<Stock> {
  const { rows } = await sql<Stock>`/* get stock */
    select coalesce(sum(quantity), 0)::int as quantity, coalesce(sum(value_cents), 0)::bigint as "valueCents", cost_cents as "costCents"
      from products left join product_movements on product_id = products.id
     where products.id = ${productId} group by products.id`.execute(tx)
  return rows[0] as Stock
}

type NewMovement = {
  id: string
  barbershopId: string
  productId: string
  kind: MovementKind
  quantity: number
  valueCents: number
  note: string | null
  reverses?: string | undefined
  actorId: string
}

export async function insertMovement(tx: Database, movement: NewMovement, now: Date): Promise<void> {
  const { id, barbershopId, productId, kind, quantity, valueCents, note, reverses, actorId } = movement
  await sql`/* insert product movement */
    insert into product_movements (
      id, barbershop_id, product_id, kind, quantity, value_cents, note, reverses, occurred_at, recorded_at, actor_id)
    values (${id}, ${barbershopId}, ${productId}, ${kind}, ${quantity}, ${valueCents}, ${note}, ${reverses ?? null}, ${now}, ${now},
            ${actorId})`.execute(tx)
}

type StoredMovement = {
  productId: string
  kind: MovementKind
  quantity: number
  valueCents: number
  isReversal: boolean
  isReversed: boolean
}

export async function findMovement(tx: Database, id: string): Promise<StoredMovement | undefined> {
  const { rows } = await sql<StoredMovement>`/* find product movement */
    select product_id as "productId", kind, quantity, value_cents as "valueCents", reverses is not null as "isReversal",
           exists (select from product_movements later where later.reverses = product_movements.id) as "isReversed"
      from product_movements where id = ${id}`.execute(tx)
  return rows[0]
}

type MovementRow = Omit<ProductMovement, 'occurredAt'> & { occurredAt: Date }

/** One page and the total; undefined for users who may not change prices in its barbershop. */
export async function listMovements(
  db: Database,
  { productId, userId }: { productId: string; userId: string },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ total: number; movements: MovementRow[] } | undefined> {
  const { rows: products } = await sql<{ total: number }>`/* count product movements */
    select (select count(*)::int from product_movements where product_id = products.id) as total from products
     where id = ${productId} and ${isPermittedSql('prices', userId, sql`products.barbershop_id`)}`.execute(db)
  if (!products[0]) return undefined
  const { rows } = await sql<MovementRow>`/* list product movements */
    select product_movements.id, kind, quantity, value_cents as "valueCents", note, occurred_at as "occurredAt", users.name as "actorName", reverses,
           exists (select from product_movements later where later.reverses = product_movements.id) as "isReversed"
      from product_movements left join users on users.id = actor_id
     where product_id = ${productId} order by occurred_at desc, product_movements.id limit ${limit} offset ${offset}`.execute(
    db,
  )
  return { total: products[0].total, movements: rows }
}

type SoldLine = { line: number; quantity: number; valueCents: number }

/** What the lines of a visit sold leaves the stock, whatever the stock says, at what it costs then. */
export async function insertSales(
  tx: Database,
  { visitId, actorId, now }: { visitId: string; actorId: string; now: Date },
): Promise<SoldLine[]> {
  const { rows } = await sql<SoldLine>`/* insert sales */
    insert into product_movements (
      id, barbershop_id, product_id, kind, quantity, value_cents, visit_id, line, occurred_at, recorded_at, actor_id)
    select gen_random_uuid(), visits.barbershop_id, products.id, 'sale', -quantity, -quantity * cost_cents::bigint, visits.id, position,
           closed_at, ${now}::timestamptz, ${actorId}::uuid
      from visits join visit_lines on visit_id = visits.id join products on products.id = product_id
     where visits.id = ${visitId} and kind = 'product'
    returning line, quantity, value_cents as "valueCents"`.execute(tx)
  return rows
}

/** What a visit sold is there again, at what it cost then. */
export async function insertReturns(
  tx: Database,
  { visitId, actorId, at }: { visitId: string; actorId: string; at: Date },
): Promise<void> {
  await sql`/* insert returns */
    insert into product_movements (
      id, barbershop_id, product_id, kind, quantity, value_cents, visit_id, line, occurred_at, recorded_at, actor_id)
    select gen_random_uuid(), barbershop_id, product_id, kind, -quantity, -value_cents, visit_id, line, ${at}::timestamptz, ${at}::timestamptz,
           ${actorId}::uuid
      from product_movements where visit_id = ${visitId}`.execute(tx)
}
