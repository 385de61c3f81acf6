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
import { countSeats, getEditingPlan, getOwnedShop } from '../owned/queries.ts'
import { requireSeat } from '../owned/rules.ts'
import { findOpenInvite, getOwnedInvite, hasBarber, insertInvite, renewInvite, takeChair } from './queries.ts'
import { isExpired, mayResend, toInvite } from './rules.ts'
import { sendInviteEmailJob } from './send-invite-letter.ts'

type Deps = { db: DatabasePool; clock: Clock; countAttempts: CountAttempts }
type Wish = Body<typeof invitesApi.create>

const DAY = 86_400

/**
 * Offers a chair by e-mail. Whether the address has an account changes nothing here. Asked again, the same invite is sent again.
 * The owner's own address needs no letter: he sits down at once, and the answer is null.
 */
export async function inviteBarber(deps: Deps, caller: Caller, wish: Wish): Promise<Invite | null> {
  await countLetters(deps, caller)
  const now = deps.clock.now()
  return deps.db.transaction().execute(async (tx) => {
    await lockLimits(tx, caller.id)
    const shop = await getOwnedShop(tx, wish.barbershopId, caller.id)
    const { plan } = await getEditingPlan(tx, caller.id, now)
    if (await hasBarber(tx, shop.id, wish.userEmail)) throw new ApiError('ALREADY_BARBER')
    const open = await findOpenInvite(tx, shop.id, wish.userEmail)
    if (!open || isExpired(open, now)) requireSeat(await countSeats(tx, caller.id, now), plan)
    await publish(tx, [caller.id], 'account')
    if (wish.userEmail.toLowerCase() === caller.email.toLowerCase()) {
      await takeChair(tx, shop.id, caller.id, now)
      return null
    }
    if (!open) await sendInvite(tx, await insertInvite(tx, shop.id, wish.userEmail, now))
    else if (mayResend(open, now)) await renew(tx, open.id, now)
    return toInvite((await findOpenInvite(tx, shop.id, wish.userEmail)) as NonNullable<typeof open>, now)
  })
}

/** Sends the letter once more, with a new link and seven new days. */
export async function resendInvite(deps: Deps, caller: Caller, id: string): Promise<Invite> {
  await countLetters(deps, caller)
  const now = deps.clock.now()
  return deps.db.transaction().execute(async (tx) => {
    await lockLimits(tx, caller.id)
    const invite = await getOwnedInvite(tx, id, caller.id)
    const { plan } = await getEditingPlan(tx, caller.id, now)
    if (!mayResend(invite, now)) throw new ApiError('INVITE_TOO_SOON')
    if (isExpired(invite, now)) requireSeat(await countSeats(tx, caller.id, now), plan)
    await renew(tx, id, now)
    await publish(tx, [caller.id], 'account')
    return toInvite(await getOwnedInvite(tx, id, caller.id), now)
  })
}

/** Nobody is written to endlessly in an owner's name. */
function countLetters({ countAttempts }: Deps, { id }: Caller) {
  return countAttempts({ action: 'invite', of: [id], max: 60, seconds: DAY })
}

async function renew(tx: Database, id: string, now: Date): Promise<void> {
  await renewInvite(tx, id, now)
  await sendInvite(tx, id)
}

function sendInvite(tx: Database, inviteId: string): Promise<void> {
  return addJob(tx, sendInviteEmailJob, { inviteId }, { key: `invite:${inviteId}` })
}
