import { ApiError } from '@na-regua/contract/errors'
import type { Invite, invitesApi } from '@na-regua/contract/invites'
import type { Body } from '@na-regua/contract/route'
import type { Caller } from '../../../lib/auth.ts'
import { publish } from '../../../lib/change-feed.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import { addJob } from '../../../lib/jobs.ts'
import type { CountAttempts } from '../../../lib/rate-limit.ts'
import { lockLimits } from '../../plans/queries.ts'
import { countBarbersAndInvites, getEditingPlan, getOwnedBarbershop } from '../owned/queries.ts'
import { checkBarberLimit } from '../owned/rules.ts'
import { findOpenInvite, getOwnedInvite, hasBarber, insertInvite, renewInvite, upsertMembership } from './queries.ts'
import { canResend, isExpired, toInvite } from './rules.ts'
import { sendInviteEmailJob } from './send-invite-email.ts'

type Deps = { db: DatabasePool; clock: Clock; countAttempts: CountAttempts }
type InviteInput = Body<typeof invitesApi.create>

const DAY = 86_400

/**
 * Invites a barber by e-mail. The response is the same whether the address has an account or not. A repeated request sends the same
 * invite again. The owner's own address needs no e-mail: the owner becomes a barber at once, and the result is null.
 */
export async function inviteBarber(deps: Deps, caller: Caller, input: InviteInput): Promise<Invite | null> {
  await countInviteEmails(deps, caller)
  const now = deps.clock.now()
  return deps.db.transaction().execute(async (tx) => {
    await lockLimits(tx, caller.id)
    const barbershop = await getOwnedBarbershop(tx, input.barbershopId, caller.id)
    const { plan } = await getEditingPlan(tx, caller.id, now)
    if (await hasBarber(tx, barbershop.id, input.userEmail)) throw new ApiError('ALREADY_BARBER')
    const open = await findOpenInvite(tx, barbershop.id, input.userEmail)
    if (!open || isExpired(open, now)) checkBarberLimit(await countBarbersAndInvites(tx, caller.id, now), plan)
    await publish(tx, [caller.id], 'account')
    if (input.userEmail.toLowerCase() === caller.email.toLowerCase()) {
      await upsertMembership(tx, barbershop.id, caller.id, now)
      return null
    }
    if (!open) await sendInvite(tx, await insertInvite(tx, barbershop.id, input.userEmail, now))
    else if (canResend(open, now)) await renew(tx, open.id, now)
    return toInvite((await findOpenInvite(tx, barbershop.id, input.userEmail)) as NonNullable<typeof open>, now)
  })
}

/** Sends the e-mail again, with a new link and a new expiry. */
export async function resendInvite(deps: Deps, caller: Caller, id: string): Promise<Invite> {
  await countInviteEmails(deps, caller)
  const now = deps.clock.now()
  return deps.db.transaction().execute(async (tx) => {
    await lockLimits(tx, caller.id)
    const invite = await getOwnedInvite(tx, id, caller.id)
    const { plan } = await getEditingPlan(tx, caller.id, now)
    if (!canResend(invite, now)) throw new ApiError('INVITE_TOO_SOON')
    if (isExpired(invite, now)) checkBarberLimit(await countBarbersAndInvites(tx, caller.id, now), plan)
    await renew(tx, id, now)
    await publish(tx, [caller.id], 'account')
    return toInvite(await getOwnedInvite(tx, id, caller.id), now)
  })
}

/** Limits the e-mails that are sent in an owner's name. */
function countInviteEmails({ countAttempts }: Deps, { id }: Caller) {
  return countAttempts({ action: 'invite', of: [id], max: 60, seconds: DAY })
}

async function renew(tx: Database, id: string, now: Date): Promise<void> {
  await renewInvite(tx, id, now)
  await sendInvite(tx, id)
}

function sendInvite(tx: Database, inviteId: string): Promise<void> {
  return addJob(tx, sendInviteEmailJob, { inviteId }, { key: `invite:${inviteId}` })
}
