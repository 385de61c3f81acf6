import { ApiError } from '@na-regua/contract/errors'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { deleteBatch } from '../../../lib/worker/run-sweeps.ts'
import { verifiedName } from '../../accounts/queries.ts'
import { endOfInvite, type InviteRow } from './rules.ts'

const columns = sql`
  invites.id, invites.email::text as email, json_build_object('id', barbershops.id, 'name', barbershops.name) as barbershop,
  invites.sent_at as "sentAt", invites.expires_at as "expiresAt", invites.closed_at as "closedAt", invites.outcome,
  invites.refused_at is not null as "isRefused"`

async function selectInvites<Row = InviteRow>(db: Database, where: RawBuilder<unknown>, more = sql``): Promise<Row[]> {
  const { rows } = await sql<Row>`/* select invites */
    select ${columns} ${more} from invites join barbershops on barbershops.id = barbershop_id join users owners on owners.id = owner_id
     where ${where}`.execute(db)
  return rows
}

/** Open invites of the owner's barbershops, expired ones included: they can be sent again. */
export function listInvites(db: Database, ownerId: string): Promise<InviteRow[]> {
  return selectInvites(db, sql`owner_id = ${ownerId} and closed_at is null order by invites.created_at, invites.id`)
}

export async function getOwnedInvite(db: Database, id: string, ownerId: string): Promise<InviteRow> {
  const [invite] = await selectInvites(db, sql`invites.id = ${id} and owner_id = ${ownerId} and closed_at is null`)
  if (!invite) throw new ApiError('INVITE_NOT_FOUND')
  return invite
}

export async function findOpenInvite(db: Database, barbershopId: string, email: string) {
  const [invite] = await selectInvites(
    db,
    sql`barbershop_id = ${barbershopId} and invites.email = ${email} and closed_at is null`,
  )
  return invite
}

export async function insertInvite(tx: Database, barbershopId: string, email: string, now: Date): Promise<string> {
  const times = { created_at: now, sent_at: now, expires_at: endOfInvite(now) }
  const { id } = await tx
    .insertInto('invites')
    .values({ barbershop_id: barbershopId, email, ...times })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function renewInvite(tx: Database, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('invites')
    .set({ sent_at: now, expires_at: endOfInvite(now), refused_at: null })
    .where('id', '=', id)
    .execute()
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
  const open = sql`invites.id = ${id} and closed_at is null and expires_at > ${now}`
  const [invite] = await selectInvites<InviteDetails>(db, open, detailColumns)
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

export async function hasBarber(db: Database, barbershopId: string, email: string): Promise<boolean> {
  const { rows } = await sql`/* has barber */
    select from barbers join users on users.id = user_id
     where barbershop_id = ${barbershopId} and removed_at is null and users.email = ${email}`.execute(db)
  return rows.length > 0
}

/** Adds a barber after the existing ones. A barber who returns gets the old row back, with hours, bio and specialties. */
export async function upsertMembership(tx: Database, barbershopId: string, userId: string, now: Date): Promise<string> {
  const { rows } = await sql<{ id: string }>`/* upsert membership */
    insert into barbers as member (user_id, barbershop_id, position, created_at)
    select ${userId}, ${barbershopId}, coalesce(max(position) + 1, 0), ${now} from barbers where barbershop_id = ${barbershopId}
    on conflict on constraint barbers_once_per_shop
      do update set removed_at = null, position = case when member.removed_at is null then member.position else excluded.position end
    returning id`.execute(tx)
  return (rows[0] as { id: string }).id
}

/** Removes addresses whose invite ended long ago: there is no reason to store them any more. */
export function deleteOldInvites(db: Database, until: Date, limit: number): Promise<number> {
  return deleteBatch(db, { table: 'invites', by: 'coalesce(closed_at, expires_at)', until, limit })
}
