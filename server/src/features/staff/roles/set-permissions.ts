import { ApiError } from '@na-regua/contract/errors'
import type { Permission } from '@na-regua/contract/permissions'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import { publish } from '../../../lib/worker/relay-events.ts'
import {
  type PermissionsEdit,
  type PermissionsResult,
  updateBarberPermissions,
  updateRolePermissions,
} from './queries.ts'

type Saved = { permissions: Permission[] }

/** Decides what a receptionist or manager may do. Only the owner does it. Throws EDIT_CONFLICT when it is not as the owner saw it. */
export async function setRolePermissions(db: DatabasePool, edit: PermissionsEdit): Promise<Saved> {
  return db.transaction().execute(async (tx) => {
    const result = await updateRolePermissions(tx, edit)
    if (!result) throw new ApiError('ROLE_NOT_FOUND')
    await finish(tx, result)
    return { permissions: edit.permissions }
  })
}

/** Decides what a barber may do beyond their own day. As `setRolePermissions`. */
export async function setBarberPermissions(db: DatabasePool, edit: PermissionsEdit): Promise<Saved> {
  return db.transaction().execute(async (tx) => {
    const result = await updateBarberPermissions(tx, edit)
    if (!result) throw new ApiError('BARBER_NOT_FOUND')
    await finish(tx, result)
    return { permissions: edit.permissions }
  })
}

/** The pages of the person show at once what they may do now. */
async function finish(tx: Database, { isSaved, holderId }: PermissionsResult): Promise<void> {
  if (!isSaved) throw new ApiError('EDIT_CONFLICT')
  await publish(tx, [holderId], 'account')
  await publish(tx, [holderId], 'appointments')
}
