import type { BarbershopRole, PhoneReadersOf, RoleHolder } from '@na-regua/contract/roles'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { isPermittedSql } from '../../barbershops/roles/queries.ts'

/** Receptionists and managers of the barbershops whose staff the user manages, managers first. */
export async function listRoleHolders(db: Database, userId: string): Promise<RoleHolder[]> {
  const { rows } = await sql<RoleHolder>`/* list role holders */
    select held.id, held.role, users.name, users.avatar_url as "avatarUrl", held.user_id = ${userId} as "isSelf",
           json_build_object('id', barbershops.id, 'name', barbershops.name) as barbershop
      from barbershop_roles held join barbershops on barbershops.id = held.barbershop_id join users on users.id = held.user_id
     where ${isPermittedSql('staff', userId)} order by barbershops.search_name, barbershops.id, held.role, users.name, held.id`.execute(
    db,
  )
  return rows
}

/** Lists who may read phones in the barbershops that the user owns. */
export async function listPhoneReaders(db: Database, userId: string): Promise<PhoneReadersOf[]> {
  const { rows } = await sql<PhoneReadersOf>`/* list phone readers */
    select receptionists_read_phones as receptionists, barbers_read_phones as barbers,
           json_build_object('id', barbershops.id, 'name', barbershops.name) as barbershop
      from barbershops where ${isPermittedSql('ownership', userId)} order by search_name, id`.execute(db)
  return rows
}

type PhoneReaders = Pick<PhoneReadersOf, 'receptionists' | 'barbers'>

/** False for a barbershop that the user does not own. */
export async function updatePhoneReaders(
  db: Database,
  { barbershopId, userId }: { barbershopId: string; userId: string },
  { receptionists, barbers }: PhoneReaders,
): Promise<boolean> {
  const { numAffectedRows } = await sql`/* update phone readers */
    update barbershops set receptionists_read_phones = ${receptionists}, barbers_read_phones = ${barbers}
     where id = ${barbershopId} and ${isPermittedSql('ownership', userId)}`.execute(db)
  return numAffectedRows === 1n
}

type NewHolder = { barbershopId: string; userId: string; role: BarbershopRole }

/**
 * The id of the role. Undefined for the owner, and for a holder of this or a larger role: a manager who opens the link of a
 * receptionist stays a manager, and the link stays valid.
 */
export async function insertRole(
  tx: Database,
  { barbershopId, userId, role }: NewHolder,
  now: Date,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`/* insert role */
    insert into barbershop_roles as held (barbershop_id, user_id, role, created_at)
    select id, ${userId}::uuid, ${role}, ${now}::timestamptz from barbershops where id = ${barbershopId} and owner_id <> ${userId}
    on conflict on constraint barbershop_roles_once
      do update set role = excluded.role where excluded.role = 'MANAGER' and held.role <> 'MANAGER'
    returning id`.execute(tx)
  return rows[0]?.id
}

export type EndedRole = {
  userId: string
  role: BarbershopRole
  barbershopId: string
  barbershopName: string
  ownerId: string
}

/** Managers are named, and removed, by the owner only; everyone may leave. Undefined if the user may not. */
export async function deleteRole(
  tx: Database,
  { id, userId }: { id: string; userId: string },
): Promise<EndedRole | undefined> {
  const { rows } = await sql<EndedRole>`/* delete role */
    delete from barbershop_roles as held using barbershops
     where held.id = ${id} and barbershops.id = held.barbershop_id
       and (held.user_id = ${userId}
            or case when held.role = 'MANAGER' then ${isPermittedSql('ownership', userId)} else ${isPermittedSql('staff', userId)} end)
    returning held.user_id as "userId", held.role, held.barbershop_id as "barbershopId", barbershops.name as "barbershopName",
              owner_id as "ownerId"`.execute(tx)
  return rows[0]
}

/** Only the owner names managers. Undefined if the user may not. */
export async function updateRole(
  tx: Database,
  { id, userId, role }: { id: string; userId: string; role: BarbershopRole },
): Promise<EndedRole | undefined> {
  const { rows } = await sql<EndedRole>`/* update role */
    update barbershop_roles as held set role = ${role} from barbershops
     where held.id = ${id} and barbershops.id = held.barbershop_id and ${isPermittedSql('ownership', userId)}
    returning held.user_id as "userId", held.role, held.barbershop_id as "barbershopId", barbershops.name as "barbershopName",
              owner_id as "ownerId"`.execute(tx)
  return rows[0]
}

/** Whether the user sees the role in the list of the staff, without being allowed to end it. */
export async function isSeenRole(db: Database, { id, userId }: { id: string; userId: string }): Promise<boolean> {
  const { rows } = await sql`/* is seen role */
    select from barbershop_roles held where held.id = ${id} and ${isPermittedSql('staff', userId, sql`held.barbershop_id`)}`.execute(
    db,
  )
  return rows.length > 0
}

/** A manager who leaves may have passed links on. */
export async function revokeLinks(tx: Database, barbershopId: string, now: Date): Promise<void> {
  await sql`/* revoke links */
    update invites set outcome = 'revoked', closed_at = ${now}
     where barbershop_id = ${barbershopId} and email is null and closed_at is null`.execute(tx)
}
