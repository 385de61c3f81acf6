import { randomBytes } from 'node:crypto'
import { ApiError } from '@na-regua/contract/errors'
import { type Invite, type invitesApi, MAX_OPEN_LINKS } from '@na-regua/contract/invites'
import type { InviteRole } from '@na-regua/contract/roles'
import type { Body } from '@na-regua/contract/route'
import { type Caller, hashToken } from '../../../lib/auth.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import { addJob } from '../../../lib/jobs.ts'
import type { CountAttempts } from '../../../lib/rate-limit.ts'
import type { Storage } from '../../../lib/storage.ts'
import { publish } from '../../../lib/worker/relay-events.ts'
import { hasMessagesLeft } from '../../notifications/message-quota/queries.ts'
import { lockLimits } from '../../plans/queries.ts'
import {
  countBarbersAndInvites,
  getEditingPlan,
  getOwnedBarber,
  getOwnedBarbershop,
  lockOwnedBarbershop,
  type OwnedBarber,
} from '../owned/queries.ts'
import { checkBarberLimit } from '../owned/rules.ts'
import { joinAccount } from './join-account.ts'
import {
  countOpenLinks,
  findOpenInvite,
  getOwnedInvite,
  insertInvite,
  isStaff,
  lockJoiningUsers,
  type Renewal,
  renewInvite,
  revokeInvitesOf,
  setInviteRole,
  upsertMembership,
} from './queries.ts'
import { canResend, isExpired, toInvite } from './rules.ts'
import { sendInviteEmailJob } from './send-invite-email.ts'

type Deps = { db: DatabasePool; clock: Clock; countAttempts: CountAttempts; storage: Storage }
type InviteInput = Body<typeof invitesApi.create>

const DAY = 86_400

const UNVERIFIED_MESSAGE = 'Para convidar por e-mail, confirme antes o seu: em Meu Perfil, toque em "Confirmar e-mail".'

/**
 * Invites by e-mail. The response is the same whether the address has an account or not. A repeated request sends the same invite
 * again, with the newest role; within a minute without another e-mail. Only the owner changes an invite of a manager. The owner's own address needs no e-mail: the owner becomes a barber at once, and the result is null.
 */
export async function inviteByEmail(deps: Deps, caller: Caller, input: InviteInput): Promise<Invite | null> {
  await countInvites(deps, caller)
  const now = deps.clock.now()
  const { role = 'BARBER', userEmail, barbershopId } = input
  return deps.db.transaction().execute(async (tx) => {
    const barbershop = await lockForInvite(tx, { barbershopId, userId: caller.id, role })
    const { plan } = await getEditingPlan(tx, barbershop.ownerId, now)
    await refuseStaff(tx, barbershop.id, userEmail, role)
    const open = await findOpenInvite(tx, barbershop.id, userEmail)
    const isOwner = caller.id === barbershop.ownerId
    if (open?.role === 'MANAGER' && !isOwner) throw new ApiError('FORBIDDEN')
    const barber = await findInvitedBarber(tx, caller, { barbershopId: barbershop.id, barberId: input.barberId, role })
    const target = { role, barberId: barber?.id ?? earlierTarget(open, role) }
    if (!isCounted(target, open, now)) checkBarberLimit(await countBarbersAndInvites(tx, barbershop.ownerId, now), plan)
    await publish(tx, [barbershop.ownerId], 'account')
    if (role === 'BARBER' && isOwner && userEmail.toLowerCase() === caller.email.toLowerCase()) {
      await becomeBarber(tx, deps, { barbershop, barber, userId: caller.id, now })
      return null
    }
    await requireMessage(tx, caller, barbershop.id)
    if (target.barberId) await revokeInvitesOf(tx, { barberId: target.barberId, exceptId: open?.id }, now)
    if (open) await repeatInvite(tx, open, target, now)
    else await sendInvite(tx, await insertInvite(tx, { barbershopId: barbershop.id, email: userEmail, ...target }, now))
    return toInvite((await findOpenInvite(tx, barbershop.id, userEmail)) as OpenInvite, now)
  })
}

type InviteTarget = { role: InviteRole; barberId: string | null }

/** Invited again as a barber, the person still is the one whom the earlier invite was for. */
function earlierTarget(open: OpenInvite | undefined, role: InviteRole): string | null {
  return role === 'BARBER' ? (open?.barber?.id ?? null) : null
}

/** Counts against the plan already, or never does. */
function isCounted({ role, barberId }: InviteTarget, open: OpenInvite | undefined, now: Date): boolean {
  if (role !== 'BARBER' || barberId !== null) return true
  return open?.role === 'BARBER' && !isExpired(open, now)
}

type InvitedBarber = { barbershopId: string; barberId: string | undefined; role: InviteRole }

/** The barber without an account whom the invite is for. Throws BARBER_HAS_ACCOUNT, and BARBER_NOT_FOUND for one of another barbershop. */
async function findInvitedBarber(
  tx: Database,
  caller: Caller,
  { barbershopId, barberId, role }: InvitedBarber,
): Promise<OwnedBarber | undefined> {
  if (barberId === undefined) return undefined
  const barber = await getOwnedBarber(tx, barberId, { userId: caller.id, action: 'team' })
  if (barber.barbershopId !== barbershopId.toLowerCase()) throw new ApiError('BARBER_NOT_FOUND')
  if (barber.hasAccount) throw new ApiError('BARBER_HAS_ACCOUNT')
  if (role !== 'BARBER') throw new ApiError('INVALID_INPUT')
  return barber
}

type OwnMembership = { barbershop: { id: string }; barber: OwnedBarber | undefined; userId: string; now: Date }

/** The owner cuts hair, as a new barber or as one whom they had added. */
async function becomeBarber(tx: Database, { storage }: Deps, { barbershop, barber, userId, now }: OwnMembership) {
  if (!barber) return upsertMembership(tx, { barbershopId: barbershop.id, userId }, now)
  const unjoined = await lockJoiningUsers(tx, barber.id, userId)
  if (!unjoined) throw new ApiError('BARBER_HAS_ACCOUNT')
  await revokeInvitesOf(tx, { barberId: barber.id }, now)
  await joinAccount(tx, storage, { barber: unjoined, userId })
  return barber.id
}

async function refuseStaff(tx: Database, barbershopId: string, email: string, role: InviteRole): Promise<void> {
  if (!(await isStaff(tx, barbershopId, email, role))) return
  throw new ApiError(role === 'BARBER' ? 'ALREADY_BARBER' : 'ALREADY_STAFF')
}

type OpenInvite = NonNullable<Awaited<ReturnType<typeof findOpenInvite>>>

async function repeatInvite(tx: Database, open: OpenInvite, target: InviteTarget, now: Date): Promise<void> {
  const isOther = open.role !== target.role || (open.barber?.id ?? null) !== target.barberId
  if (isOther) await setInviteRole(tx, open.id, target)
  if (canResend(open, now)) await renew(tx, open, now)
}

/** An invite by a link with a random token of its own, of which only the hash is stored: this response is the only one that has it. */
export async function inviteByLink(
  deps: Deps,
  caller: Caller,
  { barbershopId, role, barberId }: Body<typeof invitesApi.createLink>,
): Promise<{ invite: Invite; token: string }> {
  await countInvites(deps, caller)
  const now = deps.clock.now()
  const { token, tokenHash } = createInviteToken()
  return deps.db.transaction().execute(async (tx) => {
    const barbershop = await lockForInvite(tx, { barbershopId, userId: caller.id, role })
    const { ownerId } = barbershop
    const { plan } = await getEditingPlan(tx, ownerId, now)
    const barber = await findInvitedBarber(tx, caller, { barbershopId: barbershop.id, barberId, role })
    if (barber) await revokeInvitesOf(tx, { barberId: barber.id }, now)
    else if (role === 'BARBER') checkBarberLimit(await countBarbersAndInvites(tx, ownerId, now), plan)
    if ((await countOpenLinks(tx, barbershopId, now)) >= MAX_OPEN_LINKS) throw new ApiError('TOO_MANY_LINKS')
    const id = await insertInvite(tx, { barbershopId, role, barberId: barber?.id ?? null, tokenHash }, now)
    await publish(tx, [ownerId], 'account')
    return { invite: toInvite(await getOwnedInvite(tx, id, caller.id), now), token }
  })
}

/** Sends the e-mail again, with a new link and a new expiry; of an invite by a link, returns the new token. */
export async function resendInvite(
  deps: Deps,
  caller: Caller,
  id: string,
): Promise<{ invite: Invite; token?: string }> {
  await countInvites(deps, caller)
  const now = deps.clock.now()
  const { token, tokenHash } = createInviteToken()
  return deps.db.transaction().execute(async (tx) => {
    const { ownerId, barbershop, ...invite } = await getOwnedInvite(tx, id, caller.id)
    await lockLimits(tx, ownerId)
    const by = { userId: caller.id, action: 'team', isHeld: true } as const
    if (ownerId !== caller.id) await getOwnedBarbershop(tx, barbershop.id, by)
    const isLink = invite.email === null
    if (!isLink) await requireMessage(tx, caller, barbershop.id)
    const { plan } = await getEditingPlan(tx, ownerId, now)
    if (!isLink && !canResend(invite, now)) throw new ApiError('INVITE_TOO_SOON')
    if (invite.role === 'BARBER' && !invite.barber && isExpired(invite, now))
      checkBarberLimit(await countBarbersAndInvites(tx, ownerId, now), plan)
    const isRenewed = isLink ? await renewInvite(tx, { ...invite, tokenHash }, now) : await renew(tx, invite, now)
    if (!isRenewed) throw new ApiError('INVITE_NOT_FOUND')
    await publish(tx, [ownerId], 'account')
    return { invite: toInvite(await getOwnedInvite(tx, id, caller.id), now), ...(isLink && { token }) }
  })
}

type LockRequest = { barbershopId: string; userId: string; role: InviteRole }

/** Locks the limits of the owner. Throws BARBERSHOP_NOT_FOUND to others, and FORBIDDEN to a manager who names another one. */
async function lockForInvite(tx: Database, { barbershopId, userId, role }: LockRequest) {
  const barbershop = await lockOwnedBarbershop(tx, barbershopId, { userId, action: 'team' })
  if (role === 'MANAGER' && barbershop.ownerId !== userId) throw new ApiError('FORBIDDEN')
  return barbershop
}

/** Throws EMAIL_NOT_VERIFIED, or MESSAGE_LIMIT for a new barbershop that has sent as much as it may. */
async function requireMessage(tx: Database, { isEmailVerified }: Caller, barbershopId: string): Promise<void> {
  if (!isEmailVerified) throw new ApiError('EMAIL_NOT_VERIFIED', {}, UNVERIFIED_MESSAGE)
  if (!(await hasMessagesLeft(tx, barbershopId))) throw new ApiError('MESSAGE_LIMIT')
}

function createInviteToken() {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: hashToken(token) }
}

/** Limits the e-mails that are sent, and the links that are made, in an owner's name. */
function countInvites({ countAttempts }: Deps, { id }: Caller) {
  return countAttempts({ action: 'invite', of: [id], max: 60, seconds: DAY })
}

async function renew(tx: Database, { id, sentAt }: Renewal, now: Date): Promise<boolean> {
  if (!(await renewInvite(tx, { id, sentAt }, now))) return false
  await sendInvite(tx, id)
  return true
}

function sendInvite(tx: Database, inviteId: string): Promise<void> {
  return addJob(tx, sendInviteEmailJob, { inviteId }, { key: `invite:${inviteId}` })
}
