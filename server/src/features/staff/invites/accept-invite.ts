import type { Session, User } from '@na-regua/contract/accounts'
import { ApiError } from '@na-regua/contract/errors'
import type { invitesApi, ReceivedInvite } from '@na-regua/contract/invites'
import type { Body } from '@na-regua/contract/route'
import { type Caller, hashToken } from '../../../lib/auth.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import { hashPassword } from '../../../lib/password.ts'
import type { CountAttempts } from '../../../lib/rate-limit.ts'
import { giveConsents } from '../../accounts/consents/queries.ts'
import { refuseReservedEmail } from '../../accounts/email-change/queries.ts'
import { deleteOtherSessions, getUser, insertUser, setRole, setVerifiedEmail } from '../../accounts/queries.ts'
import { cleanName, isCommonPassword } from '../../accounts/rules.ts'
import { getOwnPlan, lockLimits } from '../../plans/queries.ts'
import { countSeats, lockRole } from '../owned/queries.ts'
import { closeInvite, findInviteByToken, takeChair } from './queries.ts'
import { requireOpen } from './rules.ts'
import { tellJoined } from './tell-joined.ts'

/** Opens a session for who has just proved to be the account's person. Given by the accounts. */
export type OpenSession = (tx: Database, user: User, now: Date) => Promise<Session>

type Deps = { db: DatabasePool; clock: Clock; countAttempts: CountAttempts; openSession: OpenSession }

const HOUR = 3600

function countTries({ countAttempts }: Deps, client: string) {
  return countAttempts({ action: 'invite-link', of: [client], max: 60, seconds: HOUR })
}

export async function viewInvite(deps: Deps, client: string, token: string): Promise<ReceivedInvite> {
  await countTries(deps, client)
  const invite = await findInviteByToken(deps.db, hashToken(token))
  requireOpen(invite, deps.clock.now())
  const { barbershop, city, state, ownerName: inviterName, email, hasAccount, expiresAt } = invite
  return {
    barbershop: { ...barbershop, city, state },
    ...{ inviterName, email, hasAccount, expiresAt: expiresAt.toISOString() },
  }
}

/** Makes the account of who got the letter: the link proves the address. Throws EMAIL_TAKEN for who has one already. */
export async function registerInvited(deps: Deps, client: string, input: Body<typeof invitesApi.register>) {
  await countTries(deps, client)
  const name = cleanName(input.name)
  if (isCommonPassword(input.password)) throw new ApiError('WEAK_PASSWORD')
  const passwordHash = await hashPassword(input.password)
  const now = deps.clock.now()
  return deps.db.transaction().execute(async (tx): Promise<Session> => {
    const invite = await useInvite(tx, input.token, now)
    const { email } = invite
    const user = await insertUser(tx, { name, email, passwordHash, now })
    if (!user) throw new ApiError('EMAIL_TAKEN')
    await refuseReservedEmail(tx, { userId: user.id, email, now })
    await setVerifiedEmail(tx, { userId: user.id, email, now })
    await giveConsents(tx, user.id, now)
    await setRole(tx, user.id, 'BARBER')
    await seat(tx, invite, { id: user.id, name }, now)
    return deps.openSession(tx, await getUser(tx, user.id), now)
  })
}

/**
 * Seats somebody who has an account. A customer's other sessions end with his role; the one that asks goes on, because its page
 * hears of the change before the answer and would find itself put out.
 */
export async function acceptInvite(deps: Deps, asker: { caller: Caller; client: string }, token: string) {
  const { caller, client } = asker
  await countTries(deps, client)
  const now = deps.clock.now()
  return deps.db.transaction().execute(async (tx): Promise<User> => {
    const invite = await useInvite(tx, token, now)
    if (invite.email.toLowerCase() !== caller.email.toLowerCase()) throw new ApiError('INVITE_OTHER_ACCOUNT')
    const role = await lockRole(tx, caller.id)
    await setVerifiedEmail(tx, { userId: caller.id, email: caller.email, now })
    const { name } = await getUser(tx, caller.id)
    await seat(tx, invite, { id: caller.id, name }, now)
    if (role === 'CUSTOMER') {
      await setRole(tx, caller.id, 'BARBER')
      await deleteOtherSessions(tx, caller)
    }
    return getUser(tx, caller.id)
  })
}

/** Spends the link. The seat was counted when it was offered; a plan that ended or shrank meanwhile has none any more. */
async function useInvite(tx: Database, token: string, now: Date) {
  const found = await findInviteByToken(tx, hashToken(token))
  requireOpen(found, now)
  await lockLimits(tx, found.ownerId)
  const { canEdit, plan } = await getOwnPlan(tx, found.ownerId, now)
  const { chairs } = await countSeats(tx, found.ownerId, now)
  if (!canEdit || (plan.max_barbers !== null && chairs >= plan.max_barbers)) throw new ApiError('INVITE_BLOCKED')
  if (!(await closeInvite(tx, found.id, 'accepted', now))) {
    requireOpen(await findInviteByToken(tx, hashToken(token)), now)
    throw new ApiError('INVITE_OVER')
  }
  return found
}

type Invite = Awaited<ReturnType<typeof useInvite>>

async function seat(tx: Database, { barbershop, ownerId }: Invite, person: { id: string; name: string }, now: Date) {
  const barberId = await takeChair(tx, barbershop.id, person.id, now)
  await tellJoined(tx, { barberId, person, ownerId, shopName: barbershop.name, now })
}
