import type { User } from '@na-regua/contract/accounts'
import { type Permission, panelPermissions } from '@na-regua/contract/permissions'

type Worker = Pick<User, 'role' | 'permissions'>

/** Whether the user may do it in the barbershop: in their own everything, in one of others what its owner permits. */
export function isPermittedIn(barbershopId: string, permission: Permission, { role, permissions = [] }: Worker) {
  const held = permissions.find(({ barbershop }) => barbershop.id === barbershopId)
  return held ? held.permissions.includes(permission) : role === 'OWNER'
}

/** Whether the user may do it in any barbershop. */
export function isPermitted(permission: Permission, { role, permissions = [] }: Worker) {
  return role === 'OWNER' || permissions.some((held) => held.permissions.includes(permission))
}

/** Whether the user has work in the panel. */
export function opensPanel(user: Worker) {
  return panelPermissions.some((permission) => isPermitted(permission, user))
}

/** Whether the barbershop has another owner, who decides what the user may do there. */
export function worksForOthersIn(barbershopId: string, { permissions = [] }: Pick<User, 'permissions'>) {
  return permissions.some(({ barbershop }) => barbershop.id === barbershopId)
}
