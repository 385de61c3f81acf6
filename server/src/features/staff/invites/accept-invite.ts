import type { Session, User } from '@na-regua/contract/accounts'
import { ApiError } from '@na-regua/contract/errors'
import type { invitesApi, ReceivedInvite } from '@na-regua/contract/invites'
import type { Body } from '@na-regua/contract/route'
import { type Caller, hashToken } from '../../../lib/auth.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import { hashPassword } from '../../../lib/password.ts'
import type { CountAttempts } from '../../../lib/rate-limit.ts'
import type { Storage } from '../../../lib/storage.ts'
import { checkNoPendingDeletion } from '../../accounts/deletion/queries.ts'
import {
  checkEmailNotReserved,
  deleteOtherSessions,
  getUser,
  insertConsents,
  insertUser,
  setRole,
  setVerifiedEmail,
} from '../../accounts/queries.ts'
import { cleanName, isCommonPassword } from '../../accounts/rules.ts'
import { getOwnPlan, lockLimits } from '../../plans/queries.ts'
import { countBarbersAndInvites, lockRole } from '../owned/queries.ts'
import { insertRole } from '../roles/queries.ts'
import { joinAccount } from './join-account.ts'
import { notifyBarberJoined, notifyRoleJoined } from './notify-barber-joined.ts'
import { closeInvite, findInviteByToken, lockJoiningUsers, upsertMembership } from './queries.ts'
import { requireOpen } from './rules.ts'

/** Creates a session for a user who has just proved who they are. Provided by the accounts feature. */
export type CreateSession = (tx: Database, user: User, now: Date) => Promise<Session>

type Deps = {
  db: DatabasePool
  clock: Clock
  countAttempts: CountAttempts
  storage: Storage
  createSession: CreateSession
}

const HOUR = 3600

function countLinkAttempts({ countAttempts }: Deps, client: string) {
  return countAttempts({ action: 'invite-link', of: [client], max: 60, seconds: HOUR })
}

export async function viewInvite(deps: Deps, client: string, token: string): Promise<ReceivedInvite> {
  await countLinkAttempts(deps, client)
  const invite = await findInviteByToken(deps.db, hashToken(token))
  requireOpen(invite, deps.clock.now())
  const { barbershop, city, state, ownerName: inviterName, role, barber, email, hasAccount, expiresAt } = invite
  return {
    barbershop: { ...barbershop, city, state },
    role,
    barber,
    isLink: email === null,
    inviterName,
    email: email ?? '',
    hasAccount,
    expiresAt: expiresAt.toISOString(),
  }
}

/**
 * Creates the account of the invited address, which the link in the e-mail proves; a link that was passed on proves none, so the
 * address is the one given and unverified. Throws EMAIL_TAKEN when the address has an account.
 */
export async function registerInvited(deps: Deps, client: string, input: Body<typeof invitesApi.register>) {
  await countLinkAttempts(deps, client)
  // Like any registration: it reveals whether an address has an account.
  if (input.email) await deps.countAttempts({ action: 'register', of: [client], max: 60, seconds: HOUR })
  const name = cleanName(input.name)
  if (isCommonPassword(input.password)) throw new ApiError('WEAK_PASSWORD')
  const passwordHash = await hashPassword(input.password)
  const now = deps.clock.now()
  return deps.db.transaction().execute(async (tx): Promise<Session> => {
    const invite = await findUsableInvite(tx, { token: input.token }, now)
    const email = invite.email ?? input.email
    if (!email) throw new ApiError('INVALID_INPUT')
    const user = await insertUser(tx, { name, email, passwordHash, now })
    if (!user) throw await explainTakenEmail(tx, input.token, now)
    await checkEmailNotReserved(tx, { userId: user.id, email, now })
    if (invite.email) await setVerifiedEmail(tx, { userId: user.id, email, now })
    if (invite.role === 'BARBER') await setRole(tx, user.id, 'BARBER')
    await useInvite(tx, invite, input.token, now)
    if (input.acceptedTerms) await insertConsents(tx, user.id, now)
    await addInvited(tx, deps, invite, { id: user.id, name, now })
    return deps.createSession(tx, await getUser(tx, user.id), now)
  })
}

/**
 * Adds a user who has an account to the barbershop. A customer who becomes a barber loses the other sessions, but not the caller's: its
 * page receives the event of the change before this response and would log out. A receptionist or manager keeps the role of the account.
 */
export async function acceptInvite(deps: Deps, { caller, client }: { caller: Caller; client: string }, token: string) {
  await countLinkAttempts(deps, client)
  const now = deps.clock.now()
  return deps.db.transaction().execute(async (tx): Promise<User> => {
    const invite = await findUsableInvite(tx, { token, accountId: caller.id }, now)
    if (invite.email && invite.email.toLowerCase() !== caller.email.toLowerCase())
      throw new ApiError('INVITE_OTHER_ACCOUNT')
    const role = await lockRole(tx, caller.id)
    await useInvite(tx, invite, token, now)
    await checkNoPendingDeletion(tx, caller.id)
    if (invite.email) await setVerifiedEmail(tx, { userId: caller.id, email: caller.email, now })
    const { name } = await getUser(tx, caller.id)
    await addInvited(tx, deps, invite, { id: caller.id, name, now })
    if (invite.role === 'BARBER' && role === 'CUSTOMER') {
      await setRole(tx, caller.id, 'BARBER')
      await deleteOtherSessions(tx, caller)
    }
    return getUser(tx, caller.id)
  })
}

/**
 * A barber's invite counted against the plan when it was sent; the plan may have ended or shrunk since. A barber who is there already
 * counts as such. `accountId`: of the caller, who has an account already.
 */
async function findUsableInvite(tx: Database, { token, accountId }: { token: string; accountId?: string }, now: Date) {
  const found = await findInviteByToken(tx, hashToken(token))
  requireOpen(found, now)
  await lockLimits(tx, found.ownerId)
  const { canEdit, plan } = await getOwnPlan(tx, found.ownerId, now)
  const { barbers } = await countBarbersAndInvites(tx, found.ownerId, now)
  const isNewBarber = found.role === 'BARBER' && !found.barber
  const isFull = isNewBarber && plan.max_barbers !== null && barbers >= plan.max_barbers
  if (!canEdit || isFull) throw new ApiError('INVITE_BLOCKED')
  if (!found.barber) return { ...found, unjoined: undefined }
  const unjoined = await lockJoiningUsers(tx, found.barber.id, accountId)
  // Another request with the same link, or with an earlier one, was faster.
  if (!unjoined) throw new ApiError('INVITE_OVER')
  return { ...found, unjoined }
}

/** A concurrent request with the same link has created the account, or the address had one. */
async function explainTakenEmail(tx: Database, token: string, now: Date): Promise<ApiError> {
  requireOpen(await findInviteByToken(tx, hashToken(token)), now)
  return new ApiError('EMAIL_TAKEN')
}

type Invite = Awaited<ReturnType<typeof findUsableInvite>>

/** Consumes the link. After the lock of the user's row, because invites are deleted in that order with an account (decision 06). */
async function useInvite(tx: Database, { id }: Invite, token: string, now: Date): Promise<void> {
  if (await closeInvite(tx, id, 'accepted', now)) return
  requireOpen(await findInviteByToken(tx, hashToken(token)), now)
  throw new ApiError('INVITE_OVER')
}

type InvitedUser = { id: string; name: string; now: Date }

async function addInvited(
  tx: Database,
  { storage }: Deps,
  { barbershop, ownerId, role, unjoined }: Invite,
  { now, ...user }: InvitedUser,
) {
  const joined = { user, ownerId, barbershopName: barbershop.name, now }
  if (unjoined) {
    await joinAccount(tx, storage, { barber: unjoined, userId: user.id })
    return notifyBarberJoined(tx, { ...joined, barberId: unjoined.id })
  }
  if (role === 'BARBER') {
    const barberId = await upsertMembership(tx, { barbershopId: barbershop.id, userId: user.id }, now)
    return notifyBarberJoined(tx, { ...joined, barberId })
  }
  const roleId = await insertRole(tx, { barbershopId: barbershop.id, userId: user.id, role }, now)
  // The link stays valid for another account.
  if (!roleId) throw new ApiError('ALREADY_STAFF')
  await notifyRoleJoined(tx, { ...joined, roleId, role })
}
