import {
  type CashCount,
  type CashMethod,
  type CashMovement,
  type CashRegister,
  type CashSession,
  MAX_CASH_REGISTERS,
} from '@na-regua/contract/cash'
import { COMMAND_DAYS } from '@na-regua/contract/commands'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../lib/database.ts'
import { isPermittedSql } from '../barbershops/roles/queries.ts'
import type { Movement } from './rules.ts'

/** The register that cash goes into unless another is chosen. Made when it is first needed, before any lock of an appointment. */
export async function getUsualRegister(db: Database, barbershopId: string): Promise<string> {
  const known = await findUsualRegister(db, barbershopId)
  if (known) return known
  await sql`/* make usual cash register */
    insert into cash_registers (barbershop_id, name, is_usual) values (${barbershopId}, 'Caixa', true)
    on conflict (barbershop_id) where is_usual do nothing`.execute(db)
  // Also one that another request has made meanwhile.
  return (await findUsualRegister(db, barbershopId)) as string
}

async function findUsualRegister(db: Database, barbershopId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`/* find usual cash register */
    select id from cash_registers where barbershop_id = ${barbershopId} and is_usual`.execute(db)
  return rows[0]?.id
}

export type StoredRegister = Omit<CashRegister, 'session' | 'lastCountedCents'>

const registerColumns = sql`id, name, is_usual as "isUsual", is_active as "isActive"`

/** The usual one first. */
export async function listRegisters(db: Database, barbershopId: string): Promise<Omit<CashRegister, 'session'>[]> {
  const { rows } = await sql<Omit<CashRegister, 'session'>>`/* list cash registers */
    select ${registerColumns},
           (select counted_cents from cash_sessions join cash_counts on session_id = cash_sessions.id and method = 'cash'
             where register_id = cash_registers.id order by closed_at desc limit 1) as "lastCountedCents"
      from cash_registers where barbershop_id = ${barbershopId} order by is_usual desc, name, id`.execute(db)
  return rows
}

export async function findRegister(
  db: Database,
  id: string,
): Promise<(StoredRegister & { barbershopId: string }) | undefined> {
  const { rows } = await sql<StoredRegister & { barbershopId: string }>`/* find cash register */
    select ${registerColumns}, barbershop_id as "barbershopId" from cash_registers where id = ${id}`.execute(db)
  return rows[0]
}

/** Undefined while the barbershop has as many as it may. */
export async function insertRegister(
  tx: Database,
  { id, barbershopId, name }: { id: string; barbershopId: string; name: string },
): Promise<StoredRegister | undefined> {
  const { rows } = await sql<StoredRegister>`/* insert cash register */
    insert into cash_registers (id, barbershop_id, name)
    select ${id}::uuid, ${barbershopId}::uuid, ${name}
     where (select count(*) from cash_registers where barbershop_id = ${barbershopId}) < ${MAX_CASH_REGISTERS}
    returning ${registerColumns}`.execute(tx)
  return rows[0]
}

/** Undefined for one that would not be used any more although it is the usual one, or open. */
export async function saveRegister(
  tx: Database,
  id: string,
  { name, isActive }: { name?: string | undefined; isActive?: boolean | undefined },
): Promise<StoredRegister | undefined> {
  const { rows } = await sql<StoredRegister>`/* save cash register */
    update cash_registers
       set name = coalesce(${name ?? null}, name), is_active = coalesce(${isActive ?? null}::boolean, is_active)
     where id = ${id} and (${isActive ?? null}::boolean is distinct from false or not is_usual and not exists (
       select from cash_sessions where register_id = cash_registers.id and closed_at is null))
    returning ${registerColumns}`.execute(tx)
  return rows[0]
}

/** Until the end of the transaction no payment in cash is written: each refers to the register. */
export async function lockRegister(tx: Database, id: string): Promise<void> {
  await sql`/* lock cash register */ select from cash_registers where id = ${id} for update`.execute(tx)
}

type JsonMovement = Omit<CashMovement, 'occurredAt'> & { occurredAt: string }
type SessionRow = Omit<CashSession, 'openedAt' | 'closedAt' | 'movements'> & {
  openedAt: Date
  closedAt: Date | null
  movements: JsonMovement[]
}

const nameOf = (user: RawBuilder<unknown>) => sql`(select name from users where users.id = ${user})`

const movementsColumn = sql`
  (select coalesce(json_agg(json_build_object('id', movement.id, 'kind', kind, 'amountCents', amount_cents, 'account', account,
            'barberName', (select name from barbers join users on users.id = user_id where barbers.id = barber_id), 'reason', reason,
            'occurredAt', occurred_at, 'actorName', ${nameOf(sql`actor_id`)}, 'reverses', movement.reverses,
            'isReversed', exists (select from cash_movements later where later.reverses = movement.id)) order by occurred_at, movement.id), '[]')
     from cash_movements movement where session_id = cash_sessions.id)`

const countsColumn = sql`
  case when closed_at is not null then
    (select coalesce(json_agg(json_build_object('method', method, 'expectedCents', expected_cents, 'countedCents', counted_cents)), '[]')
       from cash_counts where session_id = cash_sessions.id) end`

async function listSessions(db: Database, condition: RawBuilder<unknown>): Promise<CashSession[]> {
  const { rows } = await sql<SessionRow>`/* list cash sessions */
    select cash_sessions.id, day::text, opened_at as "openedAt", ${nameOf(sql`opened_by`)} as "openedByName", float_cents as "floatCents",
           float_difference_cents as "floatDifferenceCents", closed_at as "closedAt", ${nameOf(sql`closed_by`)} as "closedByName", note,
           json_build_object('id', register.id, 'name', register.name, 'isUsual', register.is_usual) as register,
           ${movementsColumn} as movements, ${countsColumn} as counts
      from cash_sessions join cash_registers register on register.id = register_id where ${condition} order by opened_at, cash_sessions.id`.execute(
    db,
  )
  return rows.map(({ openedAt, closedAt, movements, ...session }) => ({
    ...session,
    openedAt: openedAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
    // Instants in JSON are text with the offset of the database session.
    movements: movements.map((one) => ({ ...one, occurredAt: new Date(one.occurredAt).toISOString() })),
  }))
}

export async function getCashSession(db: Database, id: string): Promise<CashSession> {
  const [session] = await listSessions(db, sql`cash_sessions.id = ${id}`)
  return session as CashSession
}

export function listOpenSessions(db: Database, barbershopId: string): Promise<CashSession[]> {
  return listSessions(db, sql`cash_sessions.barbershop_id = ${barbershopId} and closed_at is null`)
}

export function listSessionsOfDay(db: Database, { barbershopId, date }: DayOfBarbershop): Promise<CashSession[]> {
  return listSessions(db, sql`cash_sessions.barbershop_id = ${barbershopId} and day = ${date}::date`)
}

export type CashPlace = { timeZone: string; barbers: { id: string; name: string }[] }

/** What a person at the register needs to know of the barbershop; undefined for everyone else. */
export async function findCashPlace(
  db: Database,
  { barbershopId, userId }: { barbershopId: string; userId: string },
): Promise<CashPlace | undefined> {
  const { rows } = await sql<CashPlace>`/* find cash place */
    select time_zone as "timeZone",
           (select coalesce(json_agg(json_build_object('id', barbers.id, 'name', users.name) order by position, users.name, barbers.id), '[]')
              from barbers join users on users.id = user_id
             where barbers.barbershop_id = barbershops.id and removed_at is null) as barbers
      from barbershops where id = ${barbershopId} and ${isPermittedSql('cash', userId)}`.execute(db)
  return rows[0]
}

export type SessionPlace = { id: string; barbershopId: string; registerId: string; openedAt: Date; floatCents: number }

/** Of the session, or of the one that a movement belongs to. */
export async function findSessionPlace(
  tx: Database,
  { sessionId, movementId }: { sessionId?: string; movementId?: string },
): Promise<SessionPlace | undefined> {
  const { rows } = await sql<SessionPlace>`/* find cash session place */
    select id, barbershop_id as "barbershopId", register_id as "registerId", opened_at as "openedAt", float_cents as "floatCents"
      from cash_sessions
     where id = ${sessionId ?? sql`(select session_id from cash_movements where id = ${movementId})`}`.execute(tx)
  return rows[0]
}

export async function isSessionOpen(tx: Database, id: string): Promise<boolean> {
  const { rows } = await sql`/* is cash session open */
    select from cash_sessions where id = ${id} and closed_at is null`.execute(tx)
  return rows.length === 1
}

export async function hasCashSessions(tx: Database, registerId: string): Promise<boolean> {
  const { rows } = await sql`/* has cash sessions */
    select from cash_sessions where register_id = ${registerId} limit 1`.execute(tx)
  return rows.length === 1
}

type NewSession = {
  id: string
  barbershopId: string
  registerId: string
  day: string
  openedBy: string
  floatCents: number
  floatDifferenceCents: number
}

/** False while another session of the register is open. */
export async function insertCashSession(tx: Database, session: NewSession, now: Date): Promise<boolean> {
  const { id, barbershopId, registerId, day, openedBy, floatCents, floatDifferenceCents } = session
  const { rows } = await sql`/* insert cash session */
    insert into cash_sessions (id, barbershop_id, register_id, day, opened_at, opened_by, float_cents, float_difference_cents)
    values (${id}, ${barbershopId}, ${registerId}, ${day}, ${now}, ${openedBy}, ${floatCents}, ${floatDifferenceCents})
    on conflict (register_id) where closed_at is null do nothing returning id`.execute(tx)
  return rows.length === 1
}

/** False if it was closed before. */
export async function markClosed(
  tx: Database,
  { id, closedBy, note }: { id: string; closedBy: string; note: string | null },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`/* close cash session */
    update cash_sessions set closed_at = ${now}, closed_by = ${closedBy}, note = ${note}
     where id = ${id} and closed_at is null returning id`.execute(tx)
  return rows.length === 1
}

export async function insertCounts(tx: Database, sessionId: string, counts: readonly CashCount[]): Promise<void> {
  await sql`/* insert cash counts */
    insert into cash_counts (session_id, method, expected_cents, counted_cents)
    select ${sessionId}::uuid, method, "expectedCents", "countedCents"
      from json_to_recordset(${JSON.stringify(counts)}::json) as counts (method text, "expectedCents" bigint, "countedCents" bigint)`.execute(
    tx,
  )
}

export type MethodSum = { method: CashMethod; cents: number }

/** Days that a visit may be stored after it was closed, with one to spare: its transaction is found by when it happened. */
const LATE_DAYS = COMMAND_DAYS + 1

/**
 * Payments of visits, in the order in which they came into the book, each of its register: what is not cash of the usual one. A reversal
 * gives back what was paid.
 */
const payments = (barbershopId: string, from: RawBuilder<unknown>) => sql`
  select method, coalesce(register_id, (
           select id from cash_registers usual where usual.barbershop_id = ledger_transactions.barbershop_id and is_usual)) as register_id,
         case when reverses is null then amount_cents else -amount_cents end as cents, recorded_at
    from ledger_transactions join visit_payments on visit_id = source_id
   where ledger_transactions.barbershop_id = ${barbershopId}::uuid and kind = 'visit' and recorded_at >= ${from}
     and occurred_at >= ${from} - make_interval(days => ${sql.lit(LATE_DAYS)})`

/** What was paid by each method at the register since the session was opened. */
export async function sumPayments(
  tx: Database,
  { barbershopId, registerId, openedAt }: SessionPlace,
): Promise<MethodSum[]> {
  const { rows } = await sql<MethodSum>`/* sum payments of cash session */
    select method, sum(cents)::bigint as cents from (${payments(barbershopId, sql`${openedAt}::timestamptz`)}) payments
     where register_id = ${registerId} group by method order by method`.execute(tx)
  return rows
}

type DayOfBarbershop = { barbershopId: string; date: string }

/** What was paid on a local day while no session of its register was open. */
export async function sumPaymentsOutside(
  db: Database,
  { barbershopId, date, timeZone }: DayOfBarbershop & { timeZone: string },
): Promise<MethodSum[]> {
  const from = sql`(${date}::date::timestamp at time zone ${timeZone})`
  const { rows } = await sql<MethodSum>`/* sum payments outside of cash sessions */
    select method, sum(cents)::bigint as cents from (${payments(barbershopId, from)}) payments
     where recorded_at < ((${date}::date + 1)::timestamp at time zone ${timeZone})
       and not exists (select from cash_sessions where cash_sessions.register_id = payments.register_id
                          and opened_at <= recorded_at and (closed_at is null or closed_at > recorded_at))
     group by method having sum(cents) <> 0 order by method`.execute(db)
  return rows
}

export async function isBarberOf(
  tx: Database,
  { barbershopId, barberId }: { barbershopId: string; barberId: string },
): Promise<boolean> {
  const { rows } = await sql`/* is barber of */
    select from barbers where id = ${barberId} and barbershop_id = ${barbershopId} and removed_at is null`.execute(tx)
  return rows.length === 1
}

type StoredMovement = Omit<Movement, 'barberId' | 'reason'> & {
  sessionId: string
  barberId: string | null
  isReversal: boolean
}

export async function findCashMovement(tx: Database, id: string): Promise<StoredMovement | undefined> {
  const { rows } = await sql<StoredMovement>`/* find cash movement */
    select session_id as "sessionId", kind, amount_cents as "amountCents", account, barber_id as "barberId",
           reverses is not null as "isReversal"
      from cash_movements where id = ${id}`.execute(tx)
  return rows[0]
}

type NewMovement = Movement & {
  id: string
  sessionId: string
  barbershopId: string
  actorId: string
  reverses?: string
}

export async function insertCashMovement(tx: Database, movement: NewMovement, now: Date): Promise<void> {
  const { id, sessionId, barbershopId, kind, amountCents, account, barberId, reason, reverses, actorId } = movement
  await sql`/* insert cash movement */
    insert into cash_movements (
      id, session_id, barbershop_id, kind, amount_cents, account, barber_id, reason, reverses, occurred_at, actor_id)
    values (${id}, ${sessionId}, ${barbershopId}, ${kind}, ${amountCents}, ${account}, ${barberId ?? null}, ${reason?.trim() || null},
            ${reverses ?? null}, ${now}, ${actorId})`.execute(tx)
}
