import type { InviteRole } from '@na-regua/contract/roles'

export const roleNames: Record<InviteRole, string> = {
  BARBER: 'barbeiro',
  RECEPTIONIST: 'recepcionista',
  MANAGER: 'gerente',
}
