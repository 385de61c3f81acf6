import type { User } from '@na-regua/contract/accounts'
import { isPermitted } from '../../lib/permissions.ts'
import { useSessionPart } from '../../lib/session.ts'

/** The screen at which staff work: barbers in their own day, also owners who cut; the others at the board of a barbershop. */
export type StaffScreen = 'barber' | 'board'

type Worker = Pick<User, 'role' | 'isBarber' | 'barbershopRoles' | 'permissions'>

/** Undefined for customers. */
export function worksAt(user: Worker): StaffScreen | undefined {
  const { role, isBarber, barbershopRoles } = user
  const isAtBoard = role === 'OWNER' ? !isBarber : barbershopRoles?.[0] !== undefined && isPermitted('agenda', user)
  if (isAtBoard) return 'board'
  return role === 'CUSTOMER' ? undefined : 'barber'
}

/** Returns the screen at which the signed-in user works. */
export const useStaffScreen = () => useSessionPart(({ user }) => user && worksAt(user))
