import type { PixReceiver, PixSettings } from '@na-regua/contract/pix'
import type { BankStatement, VisitPix } from '@na-regua/contract/statements'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../lib/database.ts'
import { isPermittedSql } from '../barbershops/roles/queries.ts'
import type { ParsedEntry } from './files/rules.ts'

/** Undefined: the barbershop does not exist for this user, who does not work there. */
export async function findPixSettings(
  db: Database,
  barbershopId: string,
  userId: string,
): Promise<PixSettings | undefined> {
  const { rows } = await sql<PixSettings>`/* find pix settings */
    select coalesce(pix_settings.version, 1) as version,
           case when pix_key is not null then json_build_object(
             'keyType', key_type, 'key', pix_key, 'merchantName', merchant_name, 'merchantCity', merchant_city) end as receiver
      from barbershops left join pix_settings on pix_settings.barbershop_id = barbershops.id
     where barbershops.id = ${barbershopId} and (${isPermittedSql('agenda', userId)} or ${isPermittedSql('money', userId)} or exists (
       select from barbers where barbers.barbershop_id = barbershops.id and barbers.user_id = ${userId} and removed_at is null))`.execute(
    db,
  )
  return rows[0]
}

type PixChange = { barbershopId: string; receiver: PixReceiver | null; version: number }

/** A compare-and-set of the version; the first save is of version 1. False on a version conflict. The caller has locked the barbershop. */
export async function savePixSettings(
  tx: Database,
  { barbershopId, receiver, version }: PixChange,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`/* save pix settings */
    insert into pix_settings as settings (barbershop_id, key_type, pix_key, merchant_name, merchant_city, version, updated_at)
    select ${barbershopId}::uuid, ${receiver?.keyType ?? null}, ${receiver?.key ?? null}, ${receiver?.merchantName ?? null},
           ${receiver?.merchantCity ?? null}, 2, ${now}::timestamptz
     where ${version}::int = 1 or exists (select from pix_settings where barbershop_id = ${barbershopId})
    on conflict on constraint pix_settings_key do update
       set key_type = excluded.key_type, pix_key = excluded.pix_key, merchant_name = excluded.merchant_name,
           merchant_city = excluded.merchant_city, version = settings.version + 1, updated_at = excluded.updated_at
     where settings.version = ${version}::int`.execute(tx)
  return numAffectedRows === 1n
}

type NewStatement = {
  barbershopId: string
  userId: string
  fileName: string
  firstDay: string
  lastDay: string
  entries: readonly ParsedEntry[]
}

/**
 * Keeps a statement with those of its Pix that no earlier one had, and returns how many they are. Undefined if the caller may not. The order
 * of the keys is the same for all, so that two imports wait for each other at most once.
 */
export async function insertStatement(
  tx: Database,
  { barbershopId, userId, fileName, firstDay, lastDay, entries }: NewStatement,
  now: Date,
): Promise<number | undefined> {
  const inserted = await sql<{ id: string }>`/* insert bank statement */
    insert into bank_statements (barbershop_id, file_name, first_day, last_day, imported_at, imported_by)
    select id, ${fileName}, ${firstDay}::date, ${lastDay}::date, ${now}, ${userId}::uuid
      from barbershops where id = ${barbershopId} and ${isPermittedSql('money', userId)}
    returning id`.execute(tx)
  const statementId = inserted.rows[0]?.id
  if (!statementId) return undefined
  const rows = entries.map(({ key, day, cents, text }) => ({ key, day, cents, text }))
  const { numAffectedRows } = await sql`/* insert bank entries */
    insert into bank_entries (barbershop_id, statement_id, bank_key, day, cents, description)
    select ${barbershopId}::uuid, ${statementId}::uuid, key, day, cents, text
      from json_to_recordset(${JSON.stringify(rows)}::json) as entry (key text, day date, cents integer, text text)
     order by key
    on conflict on constraint bank_entries_once do nothing`.execute(tx)
  return Number(numAffectedRows)
}

/** The local day of `visits`, within `barbershops`. */
const closingDay = sql<string>`(visits.closed_at at time zone time_zone)::date`

/** A payment by Pix of a closed visit. `visit_payments`, `visits` and `barbershops` are in scope. */
const pixPaymentColumns = sql`
  visit_payments.id, visit_id as "visitId", visits.day::text, visits.number, visits.closed_at as "closedAt",
  visit_payments.amount_cents as cents, confirmed_at as "confirmedAt",
  coalesce((select name from customer_profiles where id = visits.profile_id), visits.customer_name) as "customerName",
  (select users.name from barbers join users on users.id = barbers.user_id where barbers.id = visits.barber_id) as "barberName"`

const pixPaymentsSql = sql`
  visit_payments join visits on visits.id = visit_id join barbershops on barbershops.id = visits.barbershop_id`

/** What waits until a person checks that it has arrived, the oldest first. Undefined: the barbershop does not exist for this user. */
export async function listWaitingPix(
  db: Database,
  barbershopId: string,
  userId: string,
): Promise<VisitPix[] | undefined> {
  const readsAll = sql`(${isPermittedSql('agenda', userId)} or ${isPermittedSql('money', userId)})`
  const own = sql`(select id from barbers where barbers.barbershop_id = barbershops.id and barbers.user_id = ${userId} and removed_at is null)`
  const { rows } = await sql<{ payments: VisitPix[] }>`/* list waiting pix */
    select coalesce((
        select json_agg(waiting order by "closedAt", id) from (
          select ${pixPaymentColumns} from visit_payments join visits on visits.id = visit_id
           where visit_payments.barbershop_id = barbershops.id and method = 'pix' and confirmed_at is null
             and visits.status = 'CLOSED' and (${readsAll} or visits.barber_id in ${own})
           order by closed_at limit 200) as waiting), '[]') as payments
      from barbershops where id = ${barbershopId} and (${readsAll} or exists ${own})`.execute(db)
  return rows[0]?.payments
}

export type UnlinkedPayment = VisitPix & {
  /** Of its closing. */
  localDay: string
  /** A statement has its whole day, and no person has said that it is right without. */
  isMissing: boolean
}

const isUnlinked = sql`method = 'pix' and visits.status = 'CLOSED'
  and not exists (select from bank_entries where bank_entries.payment_id = visit_payments.id)`

/**
 * Payments that no Pix of a statement is, and about which a person decides: those of these amounts, and those that the statement of their day
 * does not have. The latest first.
 */
export async function listUnlinkedPayments(
  db: Database,
  { barbershopId, cents, since }: { barbershopId: string; cents: readonly number[]; since: Date },
): Promise<UnlinkedPayment[]> {
  const isMissing = sql`(
    exists (select from bank_statements where bank_statements.barbershop_id = visits.barbershop_id
       and ${closingDay} between first_day and last_day)
    and not exists (select from unlisted_payments where payment_id = visit_payments.id))`
  const { rows } = await sql<UnlinkedPayment>`/* list unlinked pix payments */
    select ${pixPaymentColumns}, ${closingDay}::text as "localDay", ${isMissing} as "isMissing"
      from ${pixPaymentsSql}
     where visits.barbershop_id = ${barbershopId} and visits.closed_at >= ${since} and ${isUnlinked}
       and (visit_payments.amount_cents = any (${cents}::integer[]) or ${isMissing})
     order by visits.closed_at desc, visit_payments.id limit 1000`.execute(db)
  return rows
}

/** The ids of all payments that a txid may name. */
export async function listUnlinkedIds(
  db: Database,
  { barbershopId, since }: { barbershopId: string; since: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`/* list unlinked pix ids */
    select visit_payments.id from visit_payments join visits on visits.id = visit_id
     where visits.barbershop_id = ${barbershopId} and visits.closed_at >= ${since} and ${isUnlinked}`.execute(db)
  return rows.map(({ id }) => id)
}

/** True for `bank_entries` that are undecided, or whose payment was reversed since. */
const isOpenEntry = sql<boolean>`(case when bank_entries.payment_id is null then decided_at is null else exists (
  select from visit_payments join visits on visits.id = visit_id
   where visit_payments.id = bank_entries.payment_id and visits.status <> 'CLOSED') end)`

type StoredEntry = { id: string; day: string; cents: number; description: string | null; payment: VisitPix | null }

/** What a person decides about: Pix that are no payment here, and those that name one of another amount. */
export async function listUndecidedEntries(db: Database, barbershopId: string): Promise<StoredEntry[]> {
  const { rows } = await sql<StoredEntry>`/* list undecided bank entries */
    select bank_entries.id, bank_entries.day::text, cents, description,
           (select to_json(payment) from (
              select ${pixPaymentColumns} from ${pixPaymentsSql}
               where visit_payments.id = bank_entries.payment_id and visits.status = 'CLOSED') as payment) as payment
      from bank_entries
     where bank_entries.barbershop_id = ${barbershopId} and (${isOpenEntry} or (payment_id is not null and decided_at is null))
     order by bank_entries.day desc, bank_entries.id limit 200`.execute(db)
  return rows
}

export async function listStatements(db: Database, barbershopId: string): Promise<BankStatement[]> {
  const { rows } = await sql<BankStatement>`/* list bank statements */
    select id, file_name as "fileName", first_day::text as "firstDay", last_day::text as "lastDay", imported_at as "importedAt",
           (select count(*) from bank_entries where statement_id = bank_statements.id)::int as entries,
           (select count(*) from bank_entries where statement_id = bank_statements.id and payment_id is not null
               and decided_at is not null)::int as matched
      from bank_statements where barbershop_id = ${barbershopId} order by imported_at desc, id limit 12`.execute(db)
  return rows
}

type NamedPayment = { id: string; key: string }

/** Undecided Pix of these keys, for which a txid may lead to a payment. */
export async function listOpenKeys(
  db: Database,
  { barbershopId, keys }: { barbershopId: string; keys: readonly string[] },
): Promise<NamedPayment[]> {
  const { rows } = await sql<NamedPayment>`/* list open bank keys */
    select id, bank_key as key from bank_entries
     where barbershop_id = ${barbershopId} and bank_key = any (${keys}::text[]) and ${isOpenEntry} order by bank_key`.execute(
    db,
  )
  return rows
}

/** Whether the user reads and checks the money of the barbershop. */
const isOfBook = (userId: string, barbershopId: RawBuilder<unknown>) => isPermittedSql('money', userId, barbershopId)

type Link = { entryId: string; paymentId: string; userId: string; isDecidedByPerson: boolean }
export type LinkedPayment = {
  visitId: string
  barbershopId: string
  entryCents: number
  paymentCents: number
  isDecided: boolean
}

/**
 * A Pix becomes a payment of a closed visit that no other Pix is: one of the same amount, or one that its txid names. That of another amount
 * waits for a person. Undefined if the entry or the payment is no longer as it was.
 */
export async function linkEntry(tx: Database, link: Link, now: Date): Promise<LinkedPayment | undefined> {
  const { entryId, paymentId, userId, isDecidedByPerson } = link
  const isEqual = sql`bank_entries.cents = visit_payments.amount_cents`
  const isNamed = sql`(bank_entries.payment_id = visit_payments.id and decided_at is null)`
  const { rows } = await sql<LinkedPayment>`/* link bank entry */
    update bank_entries set payment_id = visit_payments.id,
           decided_at = case when ${isEqual} or ${isDecidedByPerson} then ${now}::timestamptz end,
           decided_by = case when ${isDecidedByPerson} then ${userId}::uuid end
      from visit_payments join visits on visits.id = visit_id
     where bank_entries.id = ${entryId} and ${isOfBook(userId, sql`bank_entries.barbershop_id`)}
       and visit_payments.id = ${paymentId} and visit_payments.barbershop_id = bank_entries.barbershop_id
       and method = 'pix' and visits.status = 'CLOSED'
       and (${isNamed} or ${isOpenEntry} and (${isEqual} or not ${isDecidedByPerson}))
       and not exists (select from bank_entries others where others.payment_id = visit_payments.id and others.id <> bank_entries.id)
    returning visit_payments.visit_id as "visitId", bank_entries.barbershop_id as "barbershopId", bank_entries.cents as "entryCents",
              visit_payments.amount_cents as "paymentCents", decided_at is not null as "isDecided"`.execute(tx)
  return rows[0]
}

/** A reversal waits until the transaction ends, or has happened: then false. */
export async function lockClosedVisit(tx: Database, visitId: string): Promise<boolean> {
  const { rows } = await sql`/* lock closed visit */
    select from visits where id = ${visitId} and status = 'CLOSED' for no key update`.execute(tx)
  return rows.length > 0
}

/** Whether the entry exists for this user. */
export async function hasEntry(db: Database, id: string, userId: string): Promise<boolean> {
  const { rows } = await sql`/* has bank entry */
    select from bank_entries where id = ${id} and ${isOfBook(userId, sql`bank_entries.barbershop_id`)}`.execute(db)
  return rows.length > 0
}

/** False if the entry is not undecided, or to be taken back not set aside. */
export async function setEntryAside(
  db: Database,
  { id, userId, isSetAside }: { id: string; userId: string; isSetAside: boolean },
  now: Date,
): Promise<boolean> {
  const isAside = sql`(payment_id is null and decided_at is not null)`
  const { numAffectedRows } = await sql`/* set bank entry aside */
    update bank_entries set payment_id = null, decided_at = ${isSetAside ? now : null}::timestamptz,
           decided_by = ${isSetAside ? userId : null}::uuid
     where id = ${id} and ${isOfBook(userId, sql`bank_entries.barbershop_id`)}
       and ${isSetAside ? isOpenEntry : isAside}`.execute(db)
  return numAffectedRows === 1n
}

export type BookPayment = { id: string; visitId: string; barbershopId: string }

/** A payment by Pix of a closed visit, for who reads the money. */
export async function findBookPayment(db: Database, id: string, userId: string): Promise<BookPayment | undefined> {
  const { rows } = await sql<BookPayment>`/* find book payment */
    select visit_payments.id, visit_id as "visitId", visit_payments.barbershop_id as "barbershopId"
      from visit_payments join visits on visits.id = visit_id
     where visit_payments.id = ${id} and method = 'pix' and visits.status = 'CLOSED'
       and ${isOfBook(userId, sql`visit_payments.barbershop_id`)}`.execute(db)
  return rows[0]
}

/** Repeated it changes nothing. False if the user may not. */
export async function acceptUnlisted(
  tx: Database,
  { id, barbershopId, userId }: { id: string; barbershopId: string; userId: string },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`/* accept unlisted payment */
    with payment as (
      select id, barbershop_id from visit_payments
       where id = ${id} and barbershop_id = ${barbershopId} and ${isOfBook(userId, sql`visit_payments.barbershop_id`)}
    ), accepted as (
      insert into unlisted_payments (payment_id, barbershop_id, accepted_at, accepted_by)
      select id, barbershop_id, ${now}::timestamptz, ${userId}::uuid from payment on conflict do nothing
    )
    select from payment`.execute(tx)
  return rows.length === 1
}

/** What the bank wrote about these payments names who paid. */
export async function clearTextsOf(db: Database, paymentIds: readonly string[]): Promise<void> {
  await sql`/* clear bank texts of payments */
    update bank_entries set description = null where payment_id = any (${paymentIds}::uuid[])`.execute(db)
}

/** Who paid is named by the bank, which is not needed any more. */
export async function clearDescriptions(db: Database, before: string): Promise<void> {
  await sql`/* clear bank descriptions */
    update bank_entries set description = null where description is not null and day < ${before}::date`.execute(db)
}
