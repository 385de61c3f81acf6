import { createHmac } from 'node:crypto'
import type { queueApi, WaitRange } from '@na-regua/contract/queue'
import type { Output } from '@na-regua/contract/route'
import { listOpenEntries } from '../entries/queries.ts'
import type { EntryRow } from '../entries/rules.ts'
import type { JoinDeps } from '../joining/join-queue.ts'
import { getQueueLinkSecret, getQueueOfScreen } from '../queries.ts'
import { findClosure, firstNameOf } from '../rules.ts'
import type { BarberEstimate } from '../waits/rules.ts'

/** `site`: prefix of the links. */
export type ScreenDeps = JoinDeps & { site: string }

type ScreenData = Output<typeof queueApi.screen>

/** What a screen in the barbershop shows. Everyone in it sees it: first names and no phones. */
export async function showScreen({ db, clock, waits, site }: ScreenDeps, key: string): Promise<ScreenData> {
  const now = clock.now()
  const snapshot = await getQueueOfScreen(db, key)
  const found = await listOpenEntries(db, snapshot.id)
  const estimate = await waits.estimateQueue(snapshot.id)
  const secret = await getQueueLinkSecret(db)
  const entries = found.map((entry) => ({ ...entry, shownId: toShownId(secret, entry.id) }))
  const called = entries.flatMap(({ shownId: id, name, call }) => {
    const calledAt = call && new Date(call.calledAt).toISOString()
    return calledAt ? [{ id, firstName: firstNameOf(name), barberName: firstNameOf(call.barber.name), calledAt }] : []
  })
  return {
    barbershop: { id: snapshot.id, name: snapshot.name },
    timeZone: snapshot.timeZone,
    closure: findClosure(snapshot, now),
    serverTime: now.toISOString(),
    doorUrl: snapshot.queue?.isOn ? `${site}/fila#${snapshot.queue.doorKey}` : null,
    called: called.toSorted((one, other) => other.calledAt.localeCompare(one.calledAt)),
    waiting: entries.flatMap((entry) =>
      entry.position === null ? [] : [toWaiting(entry, entry.position, estimate?.entries.get(entry.id), now)],
    ),
    barbers: estimate?.barbers.filter(({ isAtWork }) => isAtWork).map(toScreenBarber) ?? [],
  }
}

/** For telling the rows of the screen apart. The id of the entry is its customer's: a device repeats its join with it. */
function toShownId(secret: string, entryId: string): string {
  return createHmac('sha256', secret).update(`queue-screen:${entryId}`).digest('base64url').slice(0, 22)
}

type ShownEntry = EntryRow & { shownId: string }

function toWaiting(
  { shownId: id, name, barber }: ShownEntry,
  position: number,
  wait: WaitRange | null | undefined,
  now: Date,
) {
  const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString()
  const between = wait ? { from: at(wait.fromMin), to: at(wait.toMin) } : null
  return { id, position, firstName: firstNameOf(name), barberName: barber && firstNameOf(barber.name), between }
}

function toScreenBarber({ name, serving, freeAt }: BarberEstimate) {
  return { name: firstNameOf(name), isServing: serving !== null, freeAt: freeAt?.toISOString() ?? null }
}
