import type { Role, User } from '@na-regua/contract/accounts'

export type PageAccess = { requireAdmin?: boolean; requireOwner?: boolean; allowedRoles?: readonly Role[] }

/** The owner of shops is also called admin: one role under two names. */
export function isAdmin(role: Role | undefined) {
  return role === 'OWNER'
}

export function canEnter(role: Role, { requireAdmin, requireOwner, allowedRoles }: PageAccess) {
  if ((requireAdmin || requireOwner) && !isAdmin(role)) return false
  return allowedRoles?.includes(role) ?? true
}

/** Google keeps e-mail and password of such an account: neither can be changed here. */
export function isGoogleManaged({ google_id, hasPassword }: Pick<User, 'google_id' | 'hasPassword'>) {
  return Boolean(google_id) && !hasPassword
}
