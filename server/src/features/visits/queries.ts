import { ApiError, type ErrorCode } from '@na-regua/contract/errors'
import type { Checkout, Visit, VisitStatus } from '@na-regua/contract/visits'
import { type RawBuilder, sql } from 'kysely'
import { type Database, refuseByConstraint } from '../../lib/database.ts'
import { isPermittedSql } from '../barbershops/roles/queries.ts'
import { bookedServices } from '../booking/edit/queries.ts'
import type { ChargedPayment, NamedLine, StoredVisit } from './rules.ts'

/** Numbers of a day, and which visit of an appointment is the one, are decided under it. Before the lock of the appointment. */
export async function lockVisits(tx: Database, barbershopId: string): Promise<void> {
  await sql`/* lock visits */ select from barbershops where id = ${barbershopId} for no key update`.execute(tx)
}

/** Who cares for everyone's appointments, and the barber of the visit. `visits` names what has `barbershop_id` and `barber_id`. */
function mayServe(userId: string, visits = sql`visits`) {
  return sql<boolean>`(${isPermittedSql('agenda', userId, sql`${visits}.barbershop_id`)} or exists (
    select from barbers staff where staff.id = ${visits}.barber_id and staff.user_id = ${userId}::uuid and staff.removed_at is null))`
}

/** Also a user who reads the book, whose entries name visits and who compares their Pix with the bank. */
function mayRead(userId: string) {
  return sql<boolean>`(${mayServe(userId)} or ${isPermittedSql('money', userId, sql`visits.barbershop_id`)})`
}

type Priced = { id: string; name: string; priceCents: number }

/** What decides about a visit in its barbershop, as the caller may do it. */
export type VisitContext = {
  timeZone: string
  /** Of all visits; who does not has those of the own barber. */
  closesAll: boolean
  ownBarberId: string | null
  givesDiscounts: boolean
  /** Removed ones too: an appointment keeps what was booked. `barberPrices` are theirs where they differ. */
  services: (Priced & { barberPrices: Record<string, number> | null })[]
  products: Priced[]
  /** Of the barbershop, also those who have left. */
  barberIds: string[]
  appointment: BookedTerms | null
  /** The customer of the appointment, else the one of the request. */
  profile: { id: string; debtLimitCents: number | null; hasAccount: boolean } | null
}

/** What an appointment is for, as it was agreed. */
type BookedTerms = {
  version: number
  barberId: string
  customerName: string | null
  priceCents: number
  services: { id: string | null; name: string; priceCents: number }[]
}

type ContextRequest = {
  barbershopId: string
  userId: string
  serviceIds: readonly string[]
  productIds: readonly string[]
  barberIds: readonly string[]
  appointmentId: string | undefined
  profileId: string | undefined
}

/** Undefined for a barbershop in which the caller does not work. */
export async function findVisitContext(db: Database, request: ContextRequest): Promise<VisitContext | undefined> {
  const { barbershopId, userId, serviceIds, productIds, barberIds, appointmentId, profileId } = request
  const { rows } = await sql<VisitContext>`/* visit context */
    select time_zone as "timeZone", ${isPermittedSql('agenda', userId)} as "closesAll", own.id as "ownBarberId",
           ${isPermittedSql('discounts', userId)} as "givesDiscounts",
           array(select id from barbers where barbershop_id = barbershops.id and (id = any (${barberIds}::uuid[]) or id = appointments.barber_id))
             as "barberIds",
           coalesce((select json_agg(json_build_object('id', id, 'name', name, 'priceCents', price_cents, 'barberPrices', (
               select json_object_agg(barber_id, price_cents) from barber_services
                where service_id = services.id and price_cents is not null)))
             from services where barbershop_id = barbershops.id and id = any (${serviceIds}::uuid[])), '[]') as services,
           coalesce((select json_agg(json_build_object('id', id, 'name', name, 'priceCents', price_cents))
             from products where barbershop_id = barbershops.id and id = any (${productIds}::uuid[])), '[]') as products,
           case when appointments.id is not null then json_build_object('version', appointments.version, 'barberId', appointments.barber_id,
             'customerName', appointments.customer_name, 'priceCents', appointments.price_cents, 'services', ${bookedServices}) end as appointment,
           (select json_build_object('id', id, 'debtLimitCents', debt_limit_cents, 'hasAccount', user_id is not null)
              from customer_profiles profiles
             where barbershop_id = barbershops.id and id = coalesce(appointments.profile_id, (
               select id from customer_profiles
                where barbershop_id = barbershops.id and user_id = appointments.customer_id), ${profileId ?? null}::uuid)) as profile
      from barbershops left join barbers own
        on own.barbershop_id = barbershops.id and own.user_id = ${userId}::uuid and own.removed_at is null
      left join appointments
        on appointments.id = ${appointmentId ?? null}::uuid and appointments.barbershop_id = barbershops.id and appointments.status <> 'HELD'
     where barbershops.id = ${barbershopId} and (own.id is not null or ${isPermittedSql('agenda', userId)})`.execute(db)
  return rows[0]
}

/** The visit with this id, and the one of the appointment that was not reversed, which may be another. */
export async function listStoredVisits(
  db: Database,
  { id, appointmentId }: { id: string; appointmentId?: string | undefined },
): Promise<StoredVisit[]> {
  const { rows } = await sql<StoredVisit>`/* list stored visits */
    select id, barbershop_id as "barbershopId", appointment_id as "appointmentId", status, version,
           array(select id from visit_payments where visit_id = visits.id order by position) as "paymentIds",
           (select json_agg(json_build_object('kind', kind, 'serviceId', service_id, 'productId', product_id, 'barberId', visit_lines.barber_id,
                'assistantBarberId', assistant_barber_id, 'quantity', quantity, 'unitCents', unit_cents, 'discountCents', discount_cents)
                order by position)
              from visit_lines where visit_id = visits.id) as lines
      from visits where id = ${id} or (appointment_id = ${appointmentId ?? null} and status in ('OPEN', 'CLOSED'))`.execute(
    db,
  )
  return rows
}

/** The visits stay in the book without a name. Returns their payments by Pix. */
export async function clearCustomerNames(tx: Database, profileIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`/* clear customer names of visits */
    with cleared as (
      update visits set customer_name = null where profile_id = any (${profileIds}::uuid[]) returning id)
    select visit_payments.id from visit_payments where visit_id in (select id from cleared) and method = 'pix'`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

export type VisitWrite = {
  id: string
  barbershopId: string
  day: string
  appointmentId: string | undefined
  barberId: string | undefined
  profileId: string | undefined
  customerName: string | undefined
  userId: string
  /** Whether the lines need the permission for discounts. */
  needsDiscounts: boolean
  at: Date
  lines: readonly NamedLine[]
  /** Undefined: it stays open. */
  closing: { totalCents: number; payments: readonly ChargedPayment[] } | undefined
  /** The version of the open one that is replaced; undefined for a new one. */
  version: number | undefined
}

/**
 * Writes a visit with its lines and payments, as one statement that decides again whether the user may. False: it is not as it was read,
 * or the user may no longer. The caller holds `lockVisits`. Throws IDEMPOTENCY_CONFLICT for the id of a payment that another visit has.
 */
export async function writeVisit(tx: Database, visit: VisitWrite): Promise<boolean> {
  const { closing, version } = visit
  const written = version === undefined ? insertStep(visit) : updateStep(visit, version)
  const payments = closing ? sql`, inserted_payments as (${insertPayments(visit, closing)})` : sql``
  const statement = sql`/* write visit */
    with written as (${written}), inserted_lines as (${insertLines(visit)}) ${payments}
    select id from written`
  if (version !== undefined) await deleteLines(tx, visit.id, version)
  const { rows } = await refuseByConstraint(refusals, () => statement.execute(tx))
  return rows.length === 1
}

/** Of a barbershop's day, from 1. */
const nextNumber = (barbershopId: RawBuilder<unknown>, day: string) => sql`
  (select coalesce(max(number), 0) + 1 from visits numbered where numbered.barbershop_id = ${barbershopId} and numbered.day = ${day})`

/** Of a line, but for the visit that it is of. */
const lineColumns = sql.raw(
  'position, kind, service_id, product_id, barber_id, assistant_barber_id, name, quantity, unit_cents, discount_cents, discount_borne_by, discount_reason',
)

/** Whether the user may have the visit as it is written. `visits` as in `mayServe`. */
function mayWrite({ userId, needsDiscounts }: VisitWrite, visits = sql`visits`) {
  if (!needsDiscounts) return mayServe(userId, visits)
  return sql<boolean>`(${mayServe(userId, visits)} and ${isPermittedSql('discounts', userId, sql`${visits}.barbershop_id`)})`
}

function insertStep(visit: VisitWrite): RawBuilder<unknown> {
  const { id, barbershopId, day, closing, at, userId } = visit
  const given = sql`(select ${barbershopId}::uuid as barbershop_id, ${visit.barberId ?? null}::uuid as barber_id)`
  return sql`
    insert into visits (id, barbershop_id, day, number, appointment_id, barber_id, profile_id, customer_name, status, opened_at, opened_by,
                        closed_at, closed_by, total_cents)
    select ${id}::uuid, barbershop_id, ${day}::date,
           ${nextNumber(sql`given.barbershop_id`, day)},
           ${visit.appointmentId ?? null}::uuid, barber_id, ${visit.profileId ?? null}::uuid, ${visit.customerName ?? null},
           ${closing ? 'CLOSED' : 'OPEN'}, ${at}::timestamptz, ${userId}::uuid,
           ${closing ? at : null}::timestamptz, ${closing ? userId : null}::uuid, ${closing?.totalCents ?? null}::int
      from ${given} given where ${mayWrite(visit, sql`given`)}
    returning id, barbershop_id`
}

function updateStep(visit: VisitWrite, version: number): RawBuilder<unknown> {
  const { id, barbershopId, closing, at, userId } = visit
  return sql`
    update visits
       set status = ${closing ? 'CLOSED' : 'OPEN'}, barber_id = ${visit.barberId ?? null}, profile_id = ${visit.profileId ?? null},
           customer_name = ${visit.customerName ?? null}, closed_at = ${closing ? at : null}, closed_by = ${closing ? userId : null},
           total_cents = ${closing?.totalCents ?? null}, version = version + 1
     where id = ${id} and barbershop_id = ${barbershopId} and status = 'OPEN' and version = ${version} and ${mayWrite(visit)}
    returning id, barbershop_id`
}

async function deleteLines(tx: Database, id: string, version: number): Promise<void> {
  await sql`/* delete lines of open visit */
    delete from visit_lines where visit_id = (select id from visits where id = ${id} and status = 'OPEN' and version = ${version})`.execute(
    tx,
  )
}

function insertLines({ lines }: VisitWrite): RawBuilder<unknown> {
  const rows = lines.map((line, position) => ({
    position,
    kind: line.kind,
    service_id: line.serviceId,
    product_id: line.productId,
    barber_id: line.barberId,
    assistant_barber_id: line.assistantBarberId,
    name: line.name,
    quantity: line.quantity,
    unit_cents: line.unitCents,
    discount_cents: line.discountCents,
    discount_borne_by: line.discountBorneBy,
    discount_reason: line.discountReason,
  }))
  return sql`
    insert into visit_lines (visit_id, ${lineColumns})
    select written.id, ${lineColumns}
      from written, json_to_recordset(${JSON.stringify(rows)}) as line (
        position smallint, kind text, service_id uuid, product_id uuid, barber_id uuid, assistant_barber_id uuid, name text,
        quantity smallint, unit_cents int, discount_cents int, discount_borne_by text, discount_reason text)
    returning position`
}

function insertPayments(
  { at, userId }: VisitWrite,
  { payments }: NonNullable<VisitWrite['closing']>,
): RawBuilder<unknown> {
  const rows = payments.map((payment, position) => ({
    id: payment.id,
    position,
    method: payment.method,
    amount_cents: payment.amountCents,
    tendered_cents: payment.tenderedCents,
    register_id: payment.registerId,
    installments: payment.installments,
    card_brand: payment.cardBrand,
    fee_cents: payment.feeCents,
    expected_on: payment.expectedOn,
    expected_parts: payment.expectedParts,
    voucher_code: payment.voucherCode,
    is_received: payment.isReceived,
  }))
  return sql`
    insert into visit_payments (id, visit_id, barbershop_id, position, method, amount_cents, tendered_cents, register_id, installments,
                                card_brand, fee_cents, expected_on, expected_parts, voucher_code, confirmed_at, confirmed_by)
    select payment.id, written.id, barbershop_id, payment.position, method, amount_cents, tendered_cents, register_id, installments, card_brand,
           fee_cents, expected_on, expected_parts, voucher_code, case when is_received then ${at}::timestamptz end, case when is_received then ${userId}::uuid end
      from written, json_to_recordset(${JSON.stringify(rows)}) as payment (
        id uuid, position smallint, method text, amount_cents int, tendered_cents int, register_id uuid, installments smallint,
        card_brand text, fee_cents int, expected_on date, expected_parts smallint, voucher_code text, is_received boolean)
    returning position`
}

/** What the database refuses, by the constraint that it names. */
const refusals: Record<string, ErrorCode> = {
  visit_payments_key: 'IDEMPOTENCY_CONFLICT',
  visits_key: 'VISIT_NOT_FOUND',
  visit_payments_register: 'REGISTER_NOT_FOUND',
  visits_profile: 'CUSTOMER_NOT_FOUND',
  visits_appointment: 'APPOINTMENT_NOT_FOUND',
  visit_lines_service: 'SERVICE_NOT_FOUND',
  visit_lines_product: 'PRODUCT_NOT_FOUND',
}

type JsonInstants = 'openedAt' | 'closedAt' | 'reversedAt'
type VisitRow = Omit<Visit, JsonInstants> & Record<JsonInstants, Date | null>

/** The columns of `Visit`, of a statement that selects from `visits`. */
const visitColumns = sql`
  visits.id, visits.version, visits.barbershop_id as "barbershopId", visits.day::text, visits.number, visits.status,
  visits.appointment_id as "appointmentId", visits.profile_id as "profileId", visits.opened_at as "openedAt", visits.closed_at as "closedAt",
  visits.total_cents as "totalCents", visits.reversed_at as "reversedAt", visits.reversal_reason as "reversalReason",
  visits.copied_from as "copiedFrom",
  (select json_build_object('id', barbers.id, 'name', users.name) from barbers join users on users.id = user_id
    where barbers.id = visits.barber_id) as barber,
  coalesce((select coalesce(accounts.name, profiles.name) from customer_profiles profiles left join users accounts on accounts.id = profiles.user_id
     where profiles.id = visits.profile_id), visits.customer_name) as "customerName",
  (select name from users where id = visits.closed_by) as "closedBy", (select name from users where id = visits.reversed_by) as "reversedBy",
  coalesce((select json_agg(json_build_object('kind', kind, 'serviceId', service_id, 'productId', product_id,
      'barber', case when users.id is not null then json_build_object('id', visit_lines.barber_id, 'name', users.name) end,
      'assistantBarberId', assistant_barber_id, 'name', visit_lines.name, 'quantity', quantity, 'unitCents', unit_cents,
      'discountCents', discount_cents, 'discountBorneBy', discount_borne_by, 'discountReason', discount_reason) order by visit_lines.position)
    from visit_lines left join barbers on barbers.id = visit_lines.barber_id left join users on users.id = barbers.user_id
   where visit_id = visits.id), '[]') as lines,
  coalesce((select json_agg(json_build_object('id', id, 'method', method, 'amountCents', amount_cents, 'tenderedCents', tendered_cents,
      'registerId', register_id, 'installments', installments, 'cardBrand', card_brand, 'voucherCode', voucher_code,
      'confirmedAt', confirmed_at) order by position)
    from visit_payments where visit_id = visits.id), '[]') as payments`

const toIso = (instant: Date | string | null) => instant && new Date(instant).toISOString()

function toVisit(row: VisitRow): Visit {
  return {
    ...row,
    openedAt: toIso(row.openedAt) as string,
    closedAt: toIso(row.closedAt),
    reversedAt: toIso(row.reversedAt),
    payments: row.payments.map((payment) => ({ ...payment, confirmedAt: toIso(payment.confirmedAt) })),
  }
}

/** A visit that the user serves, or whose barbershop's appointments or money they care for. */
export async function findVisit(db: Database, id: string, userId: string): Promise<Visit | undefined> {
  const { rows } = await sql<VisitRow>`/* find visit */
    select ${visitColumns} from visits where id = ${id} and ${mayRead(userId)}`.execute(db)
  return rows[0] && toVisit(rows[0])
}

export async function getVisit(db: Database, id: string, userId: string): Promise<Visit> {
  const visit = await findVisit(db, id, userId)
  if (!visit) throw new ApiError('VISIT_NOT_FOUND')
  return visit
}

export type ReversibleVisit = { barbershopId: string; timeZone: string; status: VisitStatus; mayReverse: boolean }

/** Undefined for who may not read it. */
export async function findReversible(db: Database, id: string, userId: string): Promise<ReversibleVisit | undefined> {
  const { rows } = await sql<ReversibleVisit>`/* find reversible visit */
    select barbershop_id as "barbershopId", time_zone as "timeZone", status, ${isPermittedSql('money', userId)} as "mayReverse"
      from visits join barbershops on barbershops.id = barbershop_id
     where visits.id = ${id} and ${mayRead(userId)}`.execute(db)
  return rows[0]
}

type Reversal = { id: string; barbershopId: string; userId: string; reason: string; now: Date }

/** A compare-and-set. False if it is not closed, or the user may not. */
export async function reverseStored(
  tx: Database,
  { id, barbershopId, userId, reason, now }: Reversal,
): Promise<boolean> {
  const { numAffectedRows } = await sql`/* reverse visit */
    update visits set status = 'REVERSED', reversed_at = ${now}, reversed_by = ${userId}, reversal_reason = ${reason}, version = version + 1
     where id = ${id} and barbershop_id = ${barbershopId} and status = 'CLOSED'
       and ${isPermittedSql('money', userId, sql`barbershop_id`)}`.execute(tx)
  return numAffectedRows === 1n
}

type Copy = { id: string; copyId: string; day: string; userId: string; now: Date }

/** Opens a visit with the lines of another one. False if the user may not. The caller holds `lockVisits`. */
export async function copyVisit(tx: Database, { id, copyId, day, userId, now }: Copy): Promise<boolean> {
  const statement = sql`/* copy visit */
    with copied as (
      insert into visits (id, barbershop_id, day, number, appointment_id, barber_id, profile_id, customer_name, status, opened_at, opened_by,
                          copied_from)
      select ${copyId}::uuid, barbershop_id, ${day}::date, ${nextNumber(sql`visits.barbershop_id`, day)}, appointment_id, barber_id, profile_id,
             customer_name, 'OPEN', ${now}::timestamptz, ${userId}::uuid, id
        from visits where id = ${id} and ${mayServe(userId)}
      returning id, copied_from
    ), copied_lines as (
      insert into visit_lines (visit_id, ${lineColumns})
      select copied.id, ${lineColumns} from copied join visit_lines on visit_id = copied_from
    )
    select id from copied`
  const { rows } = await refuseByConstraint(refusals, () => statement.execute(tx))
  return rows.length === 1
}

export type PixPayment = { id: string; visitId: string; barbershopId: string }

/** A Pix of a visit that the user may read. */
export async function findPixPayment(db: Database, id: string, userId: string): Promise<PixPayment | undefined> {
  const { rows } = await sql<PixPayment>`/* find pix payment */
    select visit_payments.id, visit_id as "visitId", visit_payments.barbershop_id as "barbershopId"
      from visit_payments join visits on visits.id = visit_id
     where visit_payments.id = ${id} and method = 'pix' and ${mayRead(userId)}`.execute(db)
  return rows[0]
}

export type PixConfirmation = PixPayment & {
  /** Null: the statement of the bank said it, without a person. */
  userId: string | null
  now: Date
}

/** A compare-and-set. Returns what arrived; undefined if that was confirmed before, the visit is no longer closed, or the user may not. */
export async function confirmStored(
  tx: Database,
  { id, visitId, userId, now }: PixConfirmation,
): Promise<number | undefined> {
  // A reversal waits for the confirmation, or is seen by it.
  await sql`/* lock visit of pix */ select from visits where id = ${visitId} for no key update`.execute(tx)
  const { rows } = await sql<{ amountCents: number }>`/* confirm pix */
    update visit_payments set confirmed_at = ${now}, confirmed_by = ${userId}::uuid
     where id = ${id} and method = 'pix' and confirmed_at is null
       and exists (select from visits where visits.id = visit_id and status = 'CLOSED' and ${userId === null ? sql`true` : mayRead(userId)})
    returning amount_cents as "amountCents"`.execute(tx)
  return rows[0]?.amountCents
}

export async function moveVisits(
  tx: Database,
  { mergedId, profileId }: { mergedId: string; profileId: string },
): Promise<void> {
  await sql`/* move visits to profile */
    update visits set profile_id = ${profileId} where profile_id = ${mergedId}`.execute(tx)
}

type DebtOfVisit = { visitId: string; barbershopId: string; cents: number }

/** By how much each visit changed what a customer owes. */
export async function listDebtsOfVisits(tx: Database, profileId: string): Promise<DebtOfVisit[]> {
  const { rows } = await sql<DebtOfVisit>`/* list debts of visits */
    select source_id as "visitId", ledger_accounts.barbershop_id as "barbershopId", sum(amount)::bigint as cents
      from ledger_accounts join ledger_entries on account_id = ledger_accounts.id
      join ledger_transactions on ledger_transactions.id = transaction_id
     where ledger_accounts.kind = 'debt' and owner_id = ${profileId}
       and ledger_accounts.barbershop_id = (select barbershop_id from customer_profiles where id = ${profileId})
     group by source_id, ledger_accounts.barbershop_id having sum(amount) <> 0 order by source_id`.execute(tx)
  return rows
}

/** A compare-and-set. */
export async function discardStored(
  db: Database,
  { id, userId, version }: { id: string; userId: string; version: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`/* discard visit */
    update visits set status = 'DISCARDED', version = version + 1
     where id = ${id} and status = 'OPEN' and version = ${version} and ${mayServe(userId)}`.execute(db)
  return numAffectedRows === 1n
}

type VisitShop = { id: string; timeZone: string }

/** A barbershop in which the user works, or whose money they care for. */
export async function findVisitShop(
  db: Database,
  barbershopId: string,
  userId: string,
): Promise<VisitShop | undefined> {
  const { rows } = await sql<VisitShop>`/* find shop of visits */
    select id, time_zone as "timeZone" from barbershops
     where id = ${barbershopId} and (${isPermittedSql('agenda', userId)} or ${isPermittedSql('money', userId)} or exists (
       select from barbers where barbershop_id = barbershops.id and user_id = ${userId}::uuid and removed_at is null))`.execute(
    db,
  )
  return rows[0]
}

const MAX_LISTED = 500

/** Those of a local day that the user may read, and those that are open since another day; the last one first. */
export async function listVisits(
  db: Database,
  { barbershopId, userId, date }: { barbershopId: string; userId: string; date: string },
): Promise<Visit[]> {
  const { rows } = await sql<VisitRow>`/* list visits */
    select ${visitColumns} from visits
     where barbershop_id = ${barbershopId} and ${mayRead(userId)}
       and ((day = ${date}::date and status <> 'DISCARDED') or (status = 'OPEN' and day < ${date}::date))
     order by visits.day desc, number desc limit ${MAX_LISTED}`.execute(db)
  return rows.map(toVisit)
}

type CheckoutRow = Omit<Checkout, 'customer' | 'visit'> & {
  customer: Omit<NonNullable<Checkout['customer']>, 'owedCents'> | null
  visitId: string | null
}
type CheckoutRequest = {
  barbershopId: string
  userId: string
  appointmentId: string | undefined
  profileId: string | undefined
  now: Date
}

/** Whether a plan of commissions that is valid now gives a part to a barber who helped. */
function hasAssistantsSql(now: Date) {
  const isStarted = (plan: string) =>
    sql`${sql.ref(`${plan}.starts_on`)} <= (${now}::timestamptz at time zone barbershops.time_zone)::date`
  return sql`exists (
    select from commission_plans plan
     where plan.barbershop_id = barbershops.id and ${isStarted('plan')} and (plan.terms ->> 'assistantBasisPoints')::int > 0
       and not exists (
         select from commission_plans later
          where later.barbershop_id = plan.barbershop_id and later.barber_id is not distinct from plan.barber_id and ${isStarted('later')}
            and (later.starts_on, later.version) > (plan.starts_on, plan.version)))`
}

/** Undefined for a barbershop in which the user does not work. */
export async function findCheckout(db: Database, request: CheckoutRequest): Promise<CheckoutRow | undefined> {
  const { barbershopId, userId, appointmentId, profileId, now } = request
  const priced = sql`json_build_object('id', id, 'name', name, 'priceCents', price_cents)`
  const { rows } = await sql<CheckoutRow>`/* checkout */
    select uses_visits as "usesVisits", ${isPermittedSql('agenda', userId)} as "closesAll", own.id as "ownBarberId",
           ${isPermittedSql('discounts', userId)} as "givesDiscounts", ${isPermittedSql('money', userId)} as "caresForMoney",
           coalesce((select json_agg(json_build_object('id', barbers.id, 'name', users.name) order by position, users.name)
             from barbers join users on users.id = user_id where barbershop_id = barbershops.id and removed_at is null), '[]') as barbers,
           ${hasAssistantsSql(now)} as "hasAssistants",
           coalesce((select json_agg(${priced} order by position, name)
             from services where barbershop_id = barbershops.id and is_active), '[]') as services,
           coalesce((select json_agg(${priced} order by name)
             from products where barbershop_id = barbershops.id and is_active), '[]') as products,
           coalesce((select json_agg(json_build_object('id', id, 'name', name) order by is_usual desc, name)
             from cash_registers where barbershop_id = barbershops.id and is_active), '[]') as registers,
           (select method from visits join visit_payments on visit_id = visits.id
             where visits.barbershop_id = barbershops.id and closed_at is not null and method <> 'account'
             order by closed_at desc limit 1) as "lastMethod",
           (select json_build_object('profileId', profiles.id, 'name', coalesce(accounts.name, profiles.name), 'debtLimitCents', debt_limit_cents)
              from customer_profiles profiles left join users accounts on accounts.id = user_id
             where profiles.barbershop_id = barbershops.id and profiles.id = coalesce(${profileId ?? null}::uuid, booked.profile_id, (
               select account_profile.id from customer_profiles account_profile
                where account_profile.barbershop_id = barbershops.id and account_profile.user_id = booked.customer_id))) as customer,
           (select id from visits where appointment_id = booked.id and status in ('OPEN', 'CLOSED')) as "visitId"
      from barbershops
      left join barbers own on own.barbershop_id = barbershops.id and own.user_id = ${userId}::uuid and own.removed_at is null
      left join appointments booked on booked.id = ${appointmentId ?? null}::uuid and booked.barbershop_id = barbershops.id
           and (${isPermittedSql('agenda', userId)} or booked.barber_id = own.id)
     where barbershops.id = ${barbershopId} and (own.id is not null or ${isPermittedSql('agenda', userId)})`.execute(db)
  return rows[0]
}

/** False for who may not. */
export async function saveUsesVisits(
  db: Database,
  { barbershopId, userId, usesVisits }: { barbershopId: string; userId: string; usesVisits: boolean },
): Promise<boolean> {
  const { numAffectedRows } = await sql`/* save uses visits */
    update barbershops set uses_visits = ${usesVisits} where id = ${barbershopId} and ${isPermittedSql('money', userId)}`.execute(
    db,
  )
  return numAffectedRows === 1n
}

/** False for who may not. */
export async function saveDebtLimit(
  db: Database,
  { profileId, userId, limitCents }: { profileId: string; userId: string; limitCents: number | null },
): Promise<boolean> {
  const { numAffectedRows } = await sql`/* save debt limit */
    update customer_profiles set debt_limit_cents = ${limitCents}
     where id = ${profileId} and ${isPermittedSql('money', userId, sql`barbershop_id`)}`.execute(db)
  return numAffectedRows === 1n
}
