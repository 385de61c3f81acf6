import { ApiError } from '@na-regua/contract/errors'
import type { BarbershopRole } from '@na-regua/contract/roles'
import type { Clock } from '../../../lib/clock.ts'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import { publish } from '../../../lib/worker/relay-events.ts'
import { insertNotification } from '../../notifications/events/queries.ts'
import { deleteRole, type EndedRole, isSeenRole, revokeLinks, updateRole } from './queries.ts'
import { roleNames } from './rules.ts'

type Deps = { db: DatabasePool; clock: Clock }
type RoleRequest = { id: string; userId: string }

/**
 * Removes a receptionist or manager, or leaves oneself. The next request of the removed user is refused, their pages are notified for
 * the last time, and with a manager the open links of the barbershop end.
 */
export async function endRole({ db, clock }: Deps, request: RoleRequest): Promise<{ removed: boolean }> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const ended = await deleteRole(tx, request)
    if (!ended) throw await explainRefusal(tx, request)
    if (ended.role === 'MANAGER') await revokeLinks(tx, ended.barbershopId, now)
    const isLeaving = ended.userId === request.userId
    await notifyOfRole(tx, ended, { dedupeKey: `role:${request.id}:ended`, ...describeEnd(ended, isLeaving) }, now)
  })
  return { removed: true }
}

/** Makes a receptionist a manager, or the other way round. */
export async function changeRole(
  { db, clock }: Deps,
  { role, ...request }: RoleRequest & { role: BarbershopRole },
): Promise<{ role: BarbershopRole }> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const changed = await updateRole(tx, { ...request, role })
    if (!changed) throw await explainRefusal(tx, request)
    if (role === 'RECEPTIONIST') await revokeLinks(tx, changed.barbershopId, now)
    const title = 'Sua função mudou'
    const message = `Agora você é ${roleNames[role]} de ${changed.barbershopName}.`
    const dedupeKey = `role:${request.id}:changed:${now.getTime()}`
    await notifyOfRole(tx, changed, { userId: changed.userId, dedupeKey, title, message }, now)
  })
  return { role }
}

async function explainRefusal(tx: Database, request: RoleRequest): Promise<ApiError> {
  return new ApiError((await isSeenRole(tx, request)) ? 'FORBIDDEN' : 'ROLE_NOT_FOUND')
}

/** The owner learns of one who leaves, and a removed one of the removal. No name, so that an erased account leaves none behind. */
function describeEnd({ userId, ownerId, role, barbershopName }: EndedRole, isLeaving: boolean) {
  return isLeaving
    ? {
        userId: ownerId,
        title: 'Alguém saiu da equipe',
        message: `Quem era ${roleNames[role]} de ${barbershopName} saiu da equipe.`,
      }
    : { userId, title: 'Você saiu da equipe', message: `Você não é mais ${roleNames[role]} de ${barbershopName}.` }
}

type RoleNotification = { userId: string; dedupeKey: string; title: string; message: string }

async function notifyOfRole(
  tx: Database,
  { userId, ownerId }: EndedRole,
  notification: RoleNotification,
  now: Date,
): Promise<void> {
  await insertNotification(tx, { ...notification, type: 'staff_changed' }, now)
  await publish(tx, [ownerId, userId], 'account')
  await publish(tx, [ownerId, userId], 'appointments')
}
