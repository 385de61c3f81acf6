import type { Clock } from '../../../lib/clock.ts'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import { publish } from '../../../lib/worker/relay-events.ts'
import { getEditingPlan, getOwnedBarber } from '../owned/queries.ts'
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
