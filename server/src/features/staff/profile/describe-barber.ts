import { publish } from '../../../lib/change-feed.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import { getEditingPlan, getOwnedChair } from '../owned/queries.ts'
import { listSpecialties, replaceSpecialties, saveBio } from './queries.ts'
import { cleanBio, cleanSpecialties } from './rules.ts'

type Deps = { db: DatabasePool; clock: Clock }
type Which = { ownerId: string; barberId: string }

export async function setSpecialties(deps: Deps, which: Which, specialties: readonly string[]): Promise<string[]> {
  const names = cleanSpecialties(specialties)
  return edit(deps, which, async (tx) => {
    await replaceSpecialties(tx, which.barberId, names)
    return listSpecialties(tx, which.barberId)
  })
}

export async function setBio(deps: Deps, which: Which, bio: string | null): Promise<string | null> {
  const said = cleanBio(bio)
  return edit(deps, which, async (tx) => {
    await saveBio(tx, which.barberId, said)
    return said
  })
}

/** Writes what the shop says of a barber, for the owner whose plan lets him, and shows it on his other pages. */
async function edit<T>({ db, clock }: Deps, { ownerId, barberId }: Which, write: (tx: Database) => Promise<T>) {
  return db.transaction().execute(async (tx) => {
    await getOwnedChair(tx, barberId, ownerId)
    await getEditingPlan(tx, ownerId, clock.now())
    const written = await write(tx)
    await publish(tx, [ownerId], 'account')
    return written
  })
}
