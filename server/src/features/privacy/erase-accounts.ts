import { AVATAR_WIDTHS, imageUrlOfWidth } from '@na-regua/contract/images'
import type { Clock } from '../../lib/clock.ts'
import type { Config } from '../../lib/config.ts'
import { createStorage } from '../../lib/create-storage.ts'
import type { Database, DatabasePool } from '../../lib/database.ts'
import { addJob } from '../../lib/jobs.ts'
import { listDueDeletions } from '../accounts/deletion/queries.ts'
import {
  anonymise,
  eraseTimeOff,
  eraseTrace,
  forgetInvites,
  forgetLetters,
  forgetTidings,
  lockLeaver,
} from './queries.ts'
import type { GiveUpAppointments } from './request-deletion.ts'
import { strangerName, traces } from './rules.ts'

declare module '../../lib/jobs.ts' {
  interface JobPayloads {
    'erase-accounts': object
  }
}

type Deps = { db: DatabasePool; clock: Clock; config: Config; giveUpAppointments: GiveUpAppointments }

/** At once; the next round takes up the rest. */
const BATCH = 20

/** Carries out the deletions whose days are over, each as a whole or not at all. */
export async function eraseAccounts(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  for (const { userId } of await listDueDeletions(deps.db, now, BATCH)) {
    await deps.db.transaction().execute((tx) => erase(tx, deps, userId, now))
  }
}

async function erase(tx: Database, { config, giveUpAppointments }: Deps, userId: string, now: Date): Promise<void> {
  const leaver = await lockLeaver(tx, userId, now)
  if (!leaver) return
  // One that was being booked while the account was shut.
  await giveUpAppointments(tx, userId, now)
  await forgetTidings(tx, userId)
  await forgetLetters(tx, leaver)
  await forgetInvites(tx, userId, leaver)
  await eraseTimeOff(tx, userId)
  for (const trace of traces) await eraseTrace(tx, trace, userId)
  const names = leaver.avatarUrl ? avatarFiles(config, leaver.avatarUrl) : []
  if (names.length > 0) await addJob(tx, 'delete-files', { names })
  await anonymise(tx, userId, strangerName(leaver.isBarber))
}

/** Only what the person uploaded: the demo's drawn faces belong to everybody. */
function avatarFiles(config: Config, url: string): string[] {
  const storage = createStorage(config)
  const names = AVATAR_WIDTHS.flatMap((width) => storage.nameOf(imageUrlOfWidth(url, width)) ?? [])
  return names.filter((name) => name.startsWith('avatars/'))
}
