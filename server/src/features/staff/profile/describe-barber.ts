import { ApiError } from '@na-regua/contract/errors'
import type { Clock } from '../../../lib/clock.ts'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import { publish } from '../../../lib/worker/relay-events.ts'
import { cleanName } from '../../accounts/rules.ts'
import { renameUserWithoutAccount } from '../../accounts/without-account/queries.ts'
import { getEditingPlan, getOwnedBarber, type OwnedBarber } from '../owned/queries.ts'
import { listSpecialtiesOfBarber, replaceSpecialties, saveBio } from './queries.ts'
import { cleanBio, cleanSpecialties } from './rules.ts'

type Deps = { db: DatabasePool; clock: Clock }
type BarberOfOwner = { userId: string; barberId: string }

export async function setSpecialties(
  deps: Deps,
  barberOfOwner: BarberOfOwner,
  specialties: readonly string[],
): Promise<string[]> {
  const names = cleanSpecialties(specialties)
  return editBarber(deps, barberOfOwner, async (tx) => {
    await replaceSpecialties(tx, barberOfOwner.barberId, names)
    return listSpecialtiesOfBarber(tx, barberOfOwner.barberId)
  })
}

export async function setBio(deps: Deps, barberOfOwner: BarberOfOwner, bio: string | null): Promise<string | null> {
  const cleaned = cleanBio(bio)
  return editBarber(deps, barberOfOwner, async (tx) => {
    await saveBio(tx, barberOfOwner.barberId, cleaned)
    return cleaned
  })
}

/** For the owner or a manager, if the owner's plan allows editing. Throws BARBER_HAS_ACCOUNT: name and picture are the account's own. */
export async function getBarberWithoutAccount(
  db: Database,
  { userId, barberId }: BarberOfOwner,
  now: Date,
): Promise<OwnedBarber> {
  const barber = await getOwnedBarber(db, barberId, { userId, action: 'settings' })
  await getEditingPlan(db, barber.ownerId, now)
  if (barber.hasAccount) throw new ApiError('BARBER_HAS_ACCOUNT')
  return barber
}

export async function renameBarber({ db, clock }: Deps, barberOfOwner: BarberOfOwner, name: string): Promise<string> {
  const { userId, barberId } = barberOfOwner
  const cleaned = cleanName(name)
  return db.transaction().execute(async (tx) => {
    const barber = await getBarberWithoutAccount(tx, barberOfOwner, clock.now())
    if (!(await renameUserWithoutAccount(tx, barber.userId, cleaned))) throw new ApiError('BARBER_HAS_ACCOUNT')
    // What allows it is held after the user's row is locked (decision 06).
    await getOwnedBarber(tx, barberId, { userId, action: 'settings', isHeld: true })
    await publish(tx, [barber.ownerId], 'account')
    return cleaned
  })
}

/** Edits a barber's profile for the owner or a manager, if the owner's plan allows it, and refreshes their open pages. */
async function editBarber<T>(
  { db, clock }: Deps,
  { userId, barberId }: BarberOfOwner,
  write: (tx: Database) => Promise<T>,
) {
  return db.transaction().execute(async (tx) => {
    const { ownerId } = await getOwnedBarber(tx, barberId, { userId, action: 'settings', isHeld: true })
    await getEditingPlan(tx, ownerId, clock.now())
    const written = await write(tx)
    await publish(tx, [ownerId], 'account')
    return written
  })
}
