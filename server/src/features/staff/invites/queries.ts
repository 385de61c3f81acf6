import { randomUUID } from 'node:crypto'
import { ApiError } from '@na-regua/contract/errors'
import type { InviteRole } from '@na-regua/contract/roles'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { deleteBatch } from '../../../lib/worker/run-sweeps.ts'
import { verifiedName } from '../../accounts/queries.ts'
import { isPermittedSql } from '../../barbershops/roles/queries.ts'
import { endOfInvite, type InviteRow } from './rules.ts'

const columns = sql`
  invites.id, invites.role, invites.email::text as email, json_build_object('id', barbershops.id, 'name', barbershops.name) as barbershop,
  (select json_build_object('id', barbers.id, 'name', users.name) from barbers join users on users.id = user_id
    where barbers.id = invites.barber_id) as barber,
  invites.sent_at as "sentAt", invites.expires_at as "expiresAt", invites.closed_at as "closedAt", invites.outcome,
  invites.refused_at is not null as "isRefused"`

async function selectInvites<Row = InviteRow>(db: Database, where: RawBuilder<unknown>, more = sql``): Promise<Row[]> {
  const { rows } = await sql<Row>`/* select invites */
    select ${columns} ${more} from invites join barbershops on barbershops.id = barbershop_id join users owners on owners.id = owner_id
     where ${where}`.execute(db)
  return rows
}

/** Managers are named by the owner only. */
const mayInvite = (userId: string) => sql`
  case when invites.role = 'MANAGER' then ${isPermittedSql('ownership', userId)} else ${isPermittedSql('team', userId)} end`

/** Open invites that the user may withdraw, expired ones included: they can be sent again. */
export function listInvites(db: Database, userId: string): Promise<InviteRow[]> {
  return selectInvites(db, sql`${mayInvite(userId)} and closed_at is null order by invites.created_at, invites.id`)
}

export async function getOwnedInvite(db: Database, id: string, userId: string): Promise<OwnedInvite> {
  const isOwned = sql`invites.id = ${id} and ${mayInvite(userId)} and closed_at is null`
  const [invite] = await selectInvites<OwnedInvite>(db, isOwned, sql`, owner_id as "ownerId"`)
  if (!invite) throw new ApiError('INVITE_NOT_FOUND')
  return invite
}

type OwnedInvite = InviteRow & { ownerId: string }

export async function findOpenInvite(db: Database, barbershopId: string, email: string) {
  const [invite] = await selectInvites(
    db,
    sql`barbershop_id = ${barbershopId} and invites.email = ${email} and closed_at is null`,
  )
  return invite
}

type NewInvite = {
  barbershopId: string
  role: InviteRole
  barberId: string | null
  email?: string
  tokenHash?: Buffer
}

/** By e-mail, whose job makes the token; or by a link, whose token the caller has made. */
export async function insertInvite(
  tx: Database,
  { barbershopId, role, barberId, email, tokenHash }: NewInvite,
  now: Date,
): Promise<string> {
  const times = { created_at: now, sent_at: now, expires_at: endOfInvite(now) }
  const { id } = await tx
    .insertInto('invites')
    .values({
      barbershop_id: barbershopId,
      role,
      barber_id: barberId,
      email: email ?? null,
      token_hash: tokenHash ?? null,
      ...times,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type Renewal = Pick<InviteRow, 'id' | 'sentAt'> & { tokenHash?: Buffer }

/**
 * A new expiry; without `tokenHash` the e-mail's job makes the new token. False when it was closed or renewed since it was read, with
 * this `sentAt`.
 */
export async function renewInvite(tx: Database, { id, sentAt, tokenHash }: Renewal, now: Date): Promise<boolean> {
  const times = { sent_at: now, expires_at: endOfInvite(now), refused_at: null }
  const { numUpdatedRows } = await tx
    .updateTable('invites')
    .set({ ...times, ...(tokenHash && { token_hash: tokenHash }) })
    .where('id', '=', id)
    .where('sent_at', '=', sentAt)
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Changes the role of an open invite, or whom it is for: its e-mail and link stay valid. */
export async function setInviteRole(
  tx: Database,
  id: string,
  { role, barberId }: { role: InviteRole; barberId: string | null },
): Promise<void> {
  await sql`/* set invite role */
    update invites set role = ${role}, barber_id = ${barberId} where id = ${id} and closed_at is null`.execute(tx)
}

/** The newest invite for a barber replaces an earlier one, to another address or by a link; a barber who leaves has none. */
export async function revokeInvitesOf(
  tx: Database,
  { barberId, exceptId }: { barberId: string; exceptId?: string | undefined },
  now: Date,
): Promise<void> {
  await sql`/* revoke invites of barber */
    update invites set outcome = 'revoked', closed_at = ${now}
     where barber_id = ${barberId} and closed_at is null and id is distinct from ${exceptId ?? null}::uuid`.execute(tx)
}

/** How many invites by a link are open in the barbershop. */
export async function countOpenLinks(tx: Database, barbershopId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`/* count open links */
    select count(*) from invites
     where barbershop_id = ${barbershopId} and email is null and closed_at is null and expires_at > ${now}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** False when it was closed before, or has expired and cannot be accepted. */
export async function closeInvite(
  tx: Database,
  id: string,
  outcome: 'accepted' | 'revoked',
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`/* close invite */
    update invites set outcome = ${outcome}, closed_at = ${now}
     where id = ${id} and closed_at is null and (${outcome} = 'revoked' or expires_at > ${now})`.execute(tx)
  return numAffectedRows === 1n
}

type InviteDetails = InviteRow & {
  ownerName: string
  /** For e-mails: null while the owner's address is unverified. */
  verifiedOwnerName: string | null
  hasAccount: boolean
  city: string
  state: string
  ownerId: string
}

const detailColumns = sql`, owners.name as "ownerName", ${verifiedName('owners')} as "verifiedOwnerName", owner_id as "ownerId", barbershops.city, barbershops.state,
  exists (select from users where users.email = invites.email) as "hasAccount"`

/** The content of the e-mail; undefined when the invite is closed or has expired. */
export async function findInviteToSend(db: Database, id: string, now: Date) {
  const open = sql`invites.id = ${id} and invites.email is not null and closed_at is null and expires_at > ${now}`
  const [invite] = await selectInvites<InviteDetails & { email: string }>(db, open, detailColumns)
  return invite
}

export async function findInviteByToken(db: Database, tokenHash: Buffer) {
  const [invite] = await selectInvites<InviteDetails>(db, sql`token_hash = ${tokenHash}`, detailColumns)
  return invite
}

export type InviteToSend = NonNullable<Awaited<ReturnType<typeof findInviteToSend>>>

const isStillSent = ({ id, sentAt }: InviteToSend) => sql`id = ${id} and sent_at = ${sentAt} and closed_at is null`

/** False when the invite was closed or sent again in the meantime. */
export async function setInviteToken(db: Database, invite: InviteToSend, tokenHash: Buffer): Promise<boolean> {
  const { numAffectedRows } = await sql`/* set invite token */
    update invites set token_hash = ${tokenHash} where ${isStillSent(invite)}`.execute(db)
  return numAffectedRows === 1n
}

/** The address refused the email. False when the invite was closed or sent again in the meantime. */
export async function markInviteRefused(tx: Database, invite: InviteToSend, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`/* mark invite refused */
    update invites set refused_at = ${now} where ${isStillSent(invite)}`.execute(tx)
  return numAffectedRows === 1n
}

/** Whether the account of the address has this part in the barbershop, or a larger one. */
export async function isStaff(db: Database, barbershopId: string, email: string, role: InviteRole): Promise<boolean> {
  const { rows } = await sql`/* is staff */
    select from users
     where users.email = ${email} and case when ${role} = 'BARBER'
       then exists (select from barbers where barbershop_id = ${barbershopId} and user_id = users.id and removed_at is null)
       else exists (select from barbershops where id = ${barbershopId} and owner_id = users.id)
         or exists (select from barbershop_roles held
                     where held.barbershop_id = ${barbershopId} and held.user_id = users.id and held.role in ('MANAGER', ${role})) end`.execute(
    db,
  )
  return rows.length > 0
}

/** `id`: of a new row. */
type NewMembership = { id?: string | undefined; barbershopId: string; userId: string }

/** Adds a barber after the existing ones. A barber who returns gets the old row back, with hours, bio and specialties. */
export async function upsertMembership(
  tx: Database,
  { id = randomUUID(), barbershopId, userId }: NewMembership,
  now: Date,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`/* upsert membership */
    insert into barbers as member (id, user_id, barbershop_id, position, created_at)
    select ${id}::uuid, ${userId}, ${barbershopId}, coalesce(max(position) + 1, 0), ${now} from barbers where barbershop_id = ${barbershopId}
    on conflict on constraint barbers_once_per_shop
      do update set removed_at = null, position = case when member.removed_at is null then member.position else excluded.position end
    returning id`.execute(tx)
  return (rows[0] as { id: string }).id
}

/** Removes addresses whose invite ended long ago: there is no reason to store them any more. */
export function deleteOldInvites(db: Database, until: Date, limit: number): Promise<number> {
  return deleteBatch(db, { table: 'invites', by: 'coalesce(closed_at, expires_at)', until, limit })
}

/** A barber without an account, and the row of `users` that stands for one. */
export type UnjoinedBarber = { id: string; userId: string; barbershopId: string; avatarUrl: string | null }

/**
 * Locks bookings with the barber and with the account that joins, and the rows of both users. The caller holds the lock of the owner's
 * limits, under which accounts join: the barber has no account until the transaction ends. Undefined: it has one already.
 */
export async function lockJoiningUsers(
  tx: Database,
  barberId: string,
  accountId?: string,
): Promise<UnjoinedBarber | undefined> {
  const { rows } = await sql<UnjoinedBarber>`/* find unjoined barber */
    select barbers.id, user_id as "userId", barbershop_id as "barbershopId", avatar_url as "avatarUrl"
      from barbers join users on users.id = user_id
     where barbers.id = ${barberId} and email is null and removed_at is null`.execute(tx)
  const [barber] = rows
  if (!barber) return undefined
  const userIds = accountId ? [barber.userId, accountId] : [barber.userId]
  await sql`/* lock barber users */
    select pg_advisory_xact_lock(hashtextextended(user_id::text, 2))
      from (select unnest(${userIds}::uuid[]) as user_id order by user_id) as barber_users`.execute(tx)
  await sql`/* lock joining users */
    select from users where id = any(${userIds}::uuid[]) order by id for no key update`.execute(tx)
  return barber
}

/** Whether the user is a barber of the barbershop, or was one; undefined if never. */
export async function findMembership(tx: Database, barbershopId: string, userId: string) {
  const { rows } = await sql<{ isCurrent: boolean }>`/* find membership */
    select removed_at is null as "isCurrent" from barbers where barbershop_id = ${barbershopId} and user_id = ${userId}`.execute(
    tx,
  )
  return rows[0]
}

/** The earliest appointment of the account that overlaps one of the barber, or one that is being served while one of the barber is. */
export async function findClash(tx: Database, barberUserId: string, accountId: string) {
  const isActive = (name: 'own' | 'other') => sql`${sql.ref(`${name}.status`)} in ('HELD', 'SCHEDULED', 'CONFIRMED')`
  const isServed = (name: 'own' | 'other') => sql`(${sql.ref(`${name}.status`)} = 'CONFIRMED'
    and ${sql.ref(`${name}.serving_from`)} is not null and ${sql.ref(`${name}.serving_until`)} is null)`
  const { rows } = await sql<{ startsAt: Date; shopName: string; timeZone: string }>`/* find clash */
    select other.starts_at as "startsAt", barbershops.name as "shopName", time_zone as "timeZone"
      from appointments own join appointments other on other.barber_user_id = ${accountId} and ${isActive('other')}
       and ((${isServed('own')} and ${isServed('other')})
         or tstzrange(own.starts_at, own.busy_until) && tstzrange(other.starts_at, other.busy_until))
      join barbershops on barbershops.id = other.barbershop_id
     where own.barber_user_id = ${barberUserId} and ${isActive('own')}
     order by other.starts_at limit 1`.execute(tx)
  return rows[0]
}

/** The barbershop first, as in removing a barber: the change is noted by a trigger. */
export async function lockBarberToJoin(tx: Database, { id, barbershopId }: UnjoinedBarber): Promise<void> {
  await sql`/* lock barbershop */ select from barbershops where id = ${barbershopId} for no key update`.execute(tx)
  await sql`/* lock barber */ select from barbers where id = ${id} for no key update`.execute(tx)
}

export async function movePortfolio(tx: Database, barberId: string, userId: string): Promise<void> {
  await sql`/* move portfolio */
    update portfolio_images set barber_user_id = ${userId} where barber_id = ${barberId}`.execute(tx)
}

/** The appointments follow by their foreign key. False if the barber was removed. */
export async function setBarberUser(tx: Database, { id, userId }: UnjoinedBarber, accountId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`/* set barber user */
    update barbers set user_id = ${accountId} where id = ${id} and user_id = ${userId} and removed_at is null`.execute(
    tx,
  )
  return numAffectedRows === 1n
}
