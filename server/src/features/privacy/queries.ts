import { sql } from 'kysely'
import { CHANGE_CHANNEL } from '../../lib/change-feed.ts'
import type { Database } from '../../lib/database.ts'
import { isBookedByPhoneFor, staffNotifiedOf } from '../customers/queries.ts'
import { deleteNotifications } from '../notifications/queries.ts'
import { revokeLinks } from '../staff/roles/queries.ts'
import { type PersonalDataColumn, personalDataColumns } from './rules.ts'

/** All personal data of a user by section, in one statement: every section shows the same snapshot. */
export async function exportPersonalData(db: Database, userId: string): Promise<Record<string, unknown[]>> {
  const account = sql`select 'conta' as section, jsonb_build_array(to_jsonb(users) - 'password_hash') as rows
    from users where id = ${userId}`
  const sections = personalDataColumns.map((column) => selectSection(column, userId))
  const { rows } = await sql<{ section: string; rows: unknown[] }>`/* export personal data */
    with secret_columns as materialized (
      select relname::text as table_name, array_agg(attname::text) as names
        from pg_attribute join pg_class on pg_class.oid = attrelid
       where relnamespace = 'public'::regnamespace and atttypid = 'bytea'::regtype and attnum > 0 and not attisdropped
       group by relname
    )
    ${sql.join([account, selectPhoneBookings(userId), selectWaitlistTargets(userId), selectSeriesByPhone(userId), selectSeriesDates(userId), selectOutreach(userId), selectVisits(userId), ...selectEarnings(userId), ...sections], sql` union all `)}`.execute(
    db,
  )
  return Object.fromEntries(rows.map(({ section, rows: found }) => [section, found]))
}

function selectSection({ table, column, section, hidden = [] }: PersonalDataColumn, userId: string) {
  // bytea columns hold nothing but hashes of tokens and codes, which are never exported.
  return sql`select ${section}::text, coalesce(jsonb_agg(to_jsonb(data) - ${[...hidden]}::text[]
      - coalesce((select names from secret_columns where table_name = ${table}), '{}')), '[]')
    from ${sql.table(table)} as data where ${sql.ref(`data.${column}`)} = ${userId}`
}

function selectPhoneBookings(userId: string) {
  return sql`select 'agendamentosPorTelefone', coalesce(jsonb_agg(to_jsonb(appointments) - '{idempotency_key,booked_by}'::text[]
      - coalesce((select names from secret_columns where table_name = 'appointments'), '{}')), '[]')
    from appointments where ${isBookedByPhoneFor(userId)}`
}

/** They have no user of their own, and are deleted with their requests. */
function selectWaitlistTargets(userId: string) {
  return sql`select 'lugaresDosPedidosDeAviso', coalesce(jsonb_agg(to_jsonb(targets) order by request_id, position), '[]')
    from waitlist_targets targets where request_id in (select id from waitlist_requests where user_id = ${userId})`
}

const isSeriesByPhoneFor = (userId: string) => sql`
  customer_id is null and profile_id in (select id from customer_profiles where user_id = ${userId})`

/** Standing appointments that staff made while the user was known by phone only. */
function selectSeriesByPhone(userId: string) {
  return sql`select 'horariosFixosMarcados', coalesce(jsonb_agg(to_jsonb(appointment_series) - 'profile_id' order by id), '[]')
    from appointment_series where ${isSeriesByPhoneFor(userId)}`
}

function selectSeriesDates(userId: string) {
  return sql`select 'datasDosHorariosFixos', coalesce(jsonb_agg(to_jsonb(series_dates) order by series_id, position), '[]')
    from series_dates where series_id in (
      select id from appointment_series where customer_id = ${userId} or (${isSeriesByPhoneFor(userId)}))`
}

/** What barbershops wrote to the user by hand. Deleted with the profiles. */
function selectOutreach(userId: string) {
  return sql`select 'mensagensDasBarbearias', coalesce(jsonb_agg(to_jsonb(messages) - 'sent_by' order by sent_at), '[]')
    from outreach_messages messages where profile_id in (select id from customer_profiles where user_id = ${userId})`
}

/** What the user had and paid at barbershops. The book stays; with the profile it loses the name. */
function selectVisits(userId: string) {
  return sql`select 'comandas', coalesce(jsonb_agg(to_jsonb(visits) - '{opened_by,closed_by,reversed_by}'::text[] || jsonb_build_object(
      'itens', (select jsonb_agg(to_jsonb(visit_lines) - 'visit_id' order by position) from visit_lines where visit_id = visits.id),
      'pagamentos', (select jsonb_agg(to_jsonb(visit_payments) - '{visit_id,confirmed_by,fee_cents,expected_on,expected_parts}'::text[] order by position)
        from visit_payments where visit_id = visits.id)) order by opened_at), '[]')
    from visits where profile_id in (select id from customer_profiles where user_id = ${userId})`
}

const ownBarbers = (userId: string) => sql`select id from barbers where user_id = ${userId}`

/** What the user earned as a barber. */
function selectEarnings(userId: string) {
  const isOwn = sql`barber_id in (${ownBarbers(userId)})`
  return [
    sql`select 'planosDeComissao', coalesce(jsonb_agg(to_jsonb(commission_plans) - 'created_by' order by version), '[]')
      from commission_plans where ${isOwn}`,
    sql`select 'contratos', coalesce(jsonb_agg(to_jsonb(barber_contracts) - 'file' order by starts_on), '[]') from barber_contracts where ${isOwn}`,
    sql`select 'ganhos', coalesce(jsonb_agg(to_jsonb(commission_lines) order by earned_at, id), '[]') from commission_lines where ${isOwn}`,
    sql`select 'acertos', coalesce(jsonb_agg(to_jsonb(settlements) - '{closed_by,paid_by}'::text[] order by closed_at), '[]')
      from settlements where ${isOwn}`,
    sql`select 'vales', coalesce(jsonb_agg(to_jsonb(advances) - 'given_by' order by given_at), '[]') from advances where ${isOwn}`,
    sql`select 'contestacoes', coalesce(jsonb_agg(to_jsonb(commission_disputes) - 'responded_by' order by opened_at), '[]')
      from commission_disputes where line_id in (select id from commission_lines where ${isOwn})`,
  ]
}

export type UserToErase = {
  /** Null: a barber without an account. */
  email: string | null
  name: string
  phone: string | null
  avatarUrl: string | null
  isBarber: boolean
}

/**
 * The user of a due deletion, locked until the transaction ends; undefined when the deletion was undone in the meantime. The caller
 * has locked the user's bookings, as a booking does before it locks the row. `no key update`: other transactions may insert rows
 * that reference the user.
 */
export async function lockUserToErase(tx: Database, userId: string, now: Date): Promise<UserToErase | undefined> {
  const { rows } = await sql<UserToErase>`
    /* lock user to erase */
    select email, name, phone, avatar_url as "avatarUrl", exists (select from barbers where user_id = users.id) as "isBarber"
      from users join account_deletions on user_id = users.id
     where users.id = ${userId} and due_at <= ${now} for no key update of users, account_deletions`.execute(tx)
  return rows[0]
}

/** Barbers without an account whose owner is erased: no owner is left who could name or invite them. */
export async function listBarbersOfErasedOwners(db: Database, limit: number): Promise<{ userId: string }[]> {
  const { rows } = await sql<{ userId: string }>`/* list barbers of erased owners */
    select distinct users.id as "userId" from users join barbers on barbers.user_id = users.id
      join barbershops on barbershops.id = barbershop_id join users owners on owners.id = owner_id
     where users.email is null and owners.email like '%@removido.invalid' limit ${limit}`.execute(db)
  return rows
}

/** One of `listBarbersOfErasedOwners`, locked until the transaction ends, as above. */
export async function lockBarberToErase(tx: Database, userId: string): Promise<UserToErase | undefined> {
  const { rows } = await sql<UserToErase>`/* lock barber to erase */
    select email, name, phone, avatar_url as "avatarUrl", true as "isBarber"
      from users where id = ${userId} and email is null for no key update`.execute(tx)
  return rows[0]
}

/** Whether the user has an active barbershop or a paid plan, which block the deletion. */
export async function hasActiveBusiness(db: Database, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from barbershops where owner_id = ${userId} and is_active
    union all
    select from subscriptions where user_id = ${userId} and status in ('active', 'past_due') and provider <> 'free'
       and cancel_requested_at is null
    limit 1`.execute(db)
  return rows.length > 0
}

/** Ends the roles of the user, with the open links of the barbershops that they managed. */
export async function endRolesOf(tx: Database, userId: string, now: Date): Promise<void> {
  const { rows } = await sql<{ managedId: string | null }>`/* end roles of user */
    with ended_roles as (delete from barbershop_roles where user_id = ${userId} returning barbershop_id, role)
    select case role when 'MANAGER' then barbershop_id end as "managedId",
           pg_notify(${CHANGE_CHANNEL}, json_build_object('userId', owner_id, 'topic', 'account')::text)
      from ended_roles join barbershops on barbershops.id = barbershop_id order by barbershop_id`.execute(tx)
  for (const { managedId } of rows) if (managedId) await revokeLinks(tx, managedId, now)
}

/**
 * Ends every barber membership of the user; returns the owners to notify. The barbershops are locked first: their change is noted by a
 * trigger, and a transaction that counts their appointments notes it too.
 */
export async function removeFromBarbershops(tx: Database, userId: string, now: Date) {
  await sql`/* lock barbershops of barber */
    select from barbershops where id in (select barbershop_id from barbers where user_id = ${userId} and removed_at is null)
     order by id for no key update`.execute(tx)
  const { rows } = await sql<{ barberId: string; ownerId: string; barbershopName: string }>`
    with removed_barbers as (
      update barbers set removed_at = ${now} where user_id = ${userId} and removed_at is null returning id, barbershop_id
    )
    select removed_barbers.id as "barberId", owner_id as "ownerId", name as "barbershopName"
      from removed_barbers join barbershops on barbershops.id = barbershop_id`.execute(tx)
  return rows
}

/**
 * Deletes the notifications of other users that name the user, and their pushes. A notification's key is `<kind>:<id>:…`, so they are found by
 * the ids of the user's appointments (those that were moved to another barber, too), reviews and memberships, among the notifications
 * of everyone who may have one. The appointments themselves stay.
 */
export async function deleteNotificationsAbout(tx: Database, userId: string): Promise<void> {
  const isAbout = sql`split_part(dedupe_key, ':', 2) in (select id::text from subjects) and user_id = any (array(
       select customer_id from subjects
       union ${staffNotifiedOf('subjects')}))`
  await sql`/* delete notifications about user */
    with subjects as materialized (
      select id, barbershop_id, customer_id from appointments where customer_id = ${userId} or barber_user_id = ${userId}
      union
      select appointments.id, appointments.barbershop_id, appointments.customer_id
        from barbers join appointment_moves on from_barber_id = barbers.id join appointments on appointments.id = appointment_id
       where barbers.user_id = ${userId}
      union
      select appointments.id, appointments.barbershop_id, appointments.customer_id
        from barbers join appointment_edits on from_barber_id = barbers.id join appointments on appointments.id = appointment_id
       where barbers.user_id = ${userId}
      union
      select id, barbershop_id, null from reviews where customer_id = ${userId}
      union
      select id, barbershop_id, null from barbers where user_id = ${userId}
    )${deleteNotifications(isAbout)}`.execute(tx)
}

/** Emails in the demo's outbox to the user, and those that mention the user's name, address or phone. */
export async function deleteOutboxMessagesAbout(tx: Database, { email, name, phone }: UserToErase): Promise<void> {
  await sql`delete from outbox_messages
    where lower(recipient) = lower(${email}) or strpos(lower(body), lower(${email})) > 0
       or strpos(body || subject, ${name}) > 0 or strpos(recipient || ' ' || body, coalesce(${phone}, ${email})) > 0`.execute(
    tx,
  )
}

/** Invites to the user's address, and those sent by the user's barbershops. */
export async function deleteInvitesOf(tx: Database, userId: string, { email }: UserToErase): Promise<void> {
  await sql`delete from invites where email = ${email}`.execute(tx)
  await sql`delete from invites using barbershops where barbershops.id = barbershop_id and owner_id = ${userId}`.execute(
    tx,
  )
}

export async function erasePersonalData(
  tx: Database,
  { table, column, onErase }: PersonalDataColumn,
  userId: string,
): Promise<void> {
  const isOwn = sql`${sql.ref(column)} = ${userId}`
  if (onErase === 'delete') await sql`delete from ${sql.table(table)} where ${isOwn}`.execute(tx)
  else if (onErase.clear) {
    const cleared = onErase.clear.map((name) => sql`${sql.ref(name)} = null`)
    await sql`update ${sql.table(table)} set ${sql.join(cleared)} where ${isOwn}`.execute(tx)
  }
}

/** Before the appointments that are found by them (decision 06). */
export async function lockProfilesOf(tx: Database, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`/* lock profiles of user */
    select id from customer_profiles where user_id = ${userId} order by id for update`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The texts of what barbershops booked by phone for the user, and the notifications of staff that name the user. */
export async function clearPhoneBookingsOf(tx: Database, userId: string): Promise<void> {
  const isAbout = sql`user_id = any (array(${staffNotifiedOf('cleared')}))
       and split_part(dedupe_key, ':', 2) in (select id::text from cleared)`
  await sql`/* clear phone bookings of user */
    with cleared as (
      update appointments set customer_name = null, note = null, staff_note = null, guest_name = null, cancel_reason = null
       where ${isBookedByPhoneFor(userId)} returning id, barbershop_id)
    ${deleteNotifications(isAbout)}`.execute(tx)
}

/** Standing appointments, also those that were made by phone, and the notifications of staff that name the user. */
export async function eraseSeriesOf(tx: Database, userId: string): Promise<void> {
  const isAbout = sql`split_part(dedupe_key, ':', 2) in (select id::text from deleted)
       and user_id = any (array(${staffNotifiedOf('deleted')}))`
  await sql`/* erase series of user */
    with deleted as (
      delete from appointment_series where customer_id = ${userId}
         or profile_id = any (array(select id from customer_profiles where user_id = ${userId}))
      returning id, barbershop_id)
    ${deleteNotifications(isAbout)}`.execute(tx)
}

/**
 * What a barber wrote about a commission, with the notifications that name them, and why they got an advance. The sums are the
 * barbershop's book, and stay.
 */
export async function clearCommissionTextsOf(tx: Database, userId: string): Promise<void> {
  const isAbout = sql`split_part(dedupe_key, ':', 2) in (select line_id::text from cleared)
       and user_id = any (array(${staffNotifiedOf('cleared')}))`
  await sql`/* clear disputes of barber */
    with cleared as (
      update commission_disputes set reason = 'Removido' from commission_lines
       where commission_lines.id = line_id and barber_id in (${ownBarbers(userId)}) returning line_id, barbershop_id)
    ${deleteNotifications(isAbout)}`.execute(tx)
  await sql`/* clear advances of barber */
    update advances set reason = '' where barber_id in (${ownBarbers(userId)})`.execute(tx)
}

/** The company and the paper of a barber. That and how long they worked on which terms is the barbershop's, and stays. */
export async function clearContractsOf(tx: Database, userId: string): Promise<void> {
  await sql`/* clear contracts of barber */
    update barber_contracts set cnpj = null, file = null, file_type = null, file_added_at = null
     where barber_id in (${ownBarbers(userId)})`.execute(tx)
}

/** Time off contains a free-text reason, and colleagues are notified for whom they stand in. */
export async function deleteTimeOffOf(tx: Database, userId: string): Promise<void> {
  const isAbout = sql`split_part(dedupe_key, ':', 2) in (select id::text from deleted)
       and user_id = any (array(${staffNotifiedOf('deleted')}))`
  await sql`/* delete time off of user */
    with deleted as (
      delete from time_off using barbers where barbers.id = barber_id and user_id = ${userId} returning time_off.id, barbershop_id)
    ${deleteNotifications(isAbout)}`.execute(tx)
}

/** The row stays because appointments and payments reference it; nothing in it identifies the user. */
export async function anonymiseUser(tx: Database, userId: string, name: string): Promise<void> {
  await sql`update users set name = ${name}, email = 'removido-' || gen_random_uuid() || '@removido.invalid', phone = null,
      avatar_url = null, password_hash = null, email_verified_at = null, role = 'CUSTOMER'
    where id = ${userId}`.execute(tx)
}
