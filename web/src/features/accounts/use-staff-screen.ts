import type { User } from '@na-regua/contract/accounts'
import { useSessionPart } from '../../lib/session.ts'

/** The screen at which staff work: barbers in their own day, also owners who cut; the others at the board of a barbershop. */
export type StaffScreen = 'barber' | 'board'

type Worker = Pick<User, 'role' | 'isBarber' | 'barbershopRoles'>

/** Undefined for customers. */
export function worksAt({ role, isBarber, barbershopRoles }: Worker): StaffScreen | undefined {
  const isAtBoard = role === 'OWNER' ? !isBarber : Boolean(barbershopRoles?.[0])
  if (isAtBoard) return 'board'
  return role === 'CUSTOMER' ? undefined : 'barber'
}

/** Returns the screen at which the signed-in user works. */
export const useStaffScreen = () => useSessionPart(({ user }) => user && worksAt(user))
