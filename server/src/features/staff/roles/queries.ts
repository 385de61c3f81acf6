import { type Permission, presetPermissions } from '@na-regua/contract/permissions'
import type { BarbershopRole, RoleHolder } from '@na-regua/contract/roles'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { isPermittedSql } from '../../barbershops/roles/queries.ts'

/** Receptionists and managers of the barbershops whose staff the user manages, managers first. */
export async function listRoleHolders(db: Database, userId: string): Promise<RoleHolder[]> {
  const { rows } = await sql<RoleHolder>`/* list role holders */
    select held.id, held.role, users.name, users.avatar_url as "avatarUrl", held.user_id = ${userId} as "isSelf", held.permissions,
           json_build_object('id', barbershops.id, 'name', barbershops.name) as barbershop
      from barbershop_roles held join barbershops on barbershops.id = held.barbershop_id join users on users.id = held.user_id
     where ${isPermittedSql('team', userId)} order by barbershops.search_name, barbershops.id, held.role, users.name, held.id`.execute(
    db,
  )
  return rows
}

export type PermissionsEdit = {
  /** Of the role or the barber. */
  id: string
  /** The editor. */
  userId: string
  permissions: Permission[]
  /** What the editor saw before. */
  seen: readonly Permission[]
}

/** `isSaved`: false for permissions that are not as the editor saw them. `holderId` is the user whose they are. */
export type PermissionsResult = { isSaved: boolean; holderId: string }

const isAsSeen = (seen: readonly Permission[]) => sql`permissions @> ${seen}::text[] and permissions <@ ${seen}::text[]`

/** Undefined if the editor does not own the barbershop of the role. */
export async function updateRolePermissions(
  tx: Database,
  { id, userId, permissions, seen }: PermissionsEdit,
): Promise<PermissionsResult | undefined> {
  const { rows } = await sql<PermissionsResult>`/* update role permissions */
    with found as (
      select held.id, held.user_id from barbershop_roles held join barbershops on barbershops.id = held.barbershop_id
       where held.id = ${id} and ${isPermittedSql('ownership', userId)}
    ), saved as (
      update barbershop_roles set permissions = ${permissions}::text[]
       where id = (select id from found) and ${isAsSeen(seen)} returning id
    )
    select exists (select from saved) as "isSaved", user_id as "holderId" from found`.execute(tx)
  return rows[0]
}

/** Undefined if the editor does not own the barbershop of the barber. */
export async function updateBarberPermissions(
  tx: Database,
  { id, userId, permissions, seen }: PermissionsEdit,
): Promise<PermissionsResult | undefined> {
  const { rows } = await sql<PermissionsResult>`/* update barber permissions */
    with found as (
      select barbers.id, user_id from barbers join barbershops on barbershops.id = barbers.barbershop_id
       where barbers.id = ${id} and removed_at is null and ${isPermittedSql('ownership', userId)}
    ), saved as (
      update barbers set permissions = ${permissions}::text[]
       where id = (select id from found) and removed_at is null and ${isAsSeen(seen)} returning id
    )
    select exists (select from saved) as "isSaved", user_id as "holderId" from found`.execute(tx)
  return rows[0]
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
    insert into barbershop_roles as held (barbershop_id, user_id, role, permissions, created_at)
    select id, ${userId}::uuid, ${role}, ${presetPermissions[role]}::text[], ${now}::timestamptz from barbershops where id = ${barbershopId} and owner_id <> ${userId}
    on conflict on constraint barbershop_roles_once
      do update set role = excluded.role, permissions = excluded.permissions where excluded.role = 'MANAGER' and held.role <> 'MANAGER'
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
            or case when held.role = 'MANAGER' then ${isPermittedSql('ownership', userId)} else ${isPermittedSql('team', userId)} end)
    returning held.user_id as "userId", held.role, held.barbershop_id as "barbershopId", barbershops.name as "barbershopName",
              owner_id as "ownerId"`.execute(tx)
  return rows[0]
}

/** Only the owner names managers. The permissions are those of the new role. Undefined if the user may not. */
export async function updateRole(
  tx: Database,
  { id, userId, role }: { id: string; userId: string; role: BarbershopRole },
): Promise<EndedRole | undefined> {
  const { rows } = await sql<EndedRole>`/* update role */
    update barbershop_roles as held set role = ${role}, permissions = ${presetPermissions[role]}::text[] from barbershops
     where held.id = ${id} and barbershops.id = held.barbershop_id and ${isPermittedSql('ownership', userId)}
    returning held.user_id as "userId", held.role, held.barbershop_id as "barbershopId", barbershops.name as "barbershopName",
              owner_id as "ownerId"`.execute(tx)
  return rows[0]
}

/** Whether the user sees the role in the list of the staff, without being allowed to end it. */
export async function isSeenRole(db: Database, { id, userId }: { id: string; userId: string }): Promise<boolean> {
  const { rows } = await sql`/* is seen role */
    select from barbershop_roles held where held.id = ${id} and ${isPermittedSql('team', userId, sql`held.barbershop_id`)}`.execute(
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
