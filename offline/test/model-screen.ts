import type { CommandTarget } from '@na-regua/contract/commands'
import type { QueuedCommand } from '../src/command-queue.ts'
import { commandTarget, findCreator } from '../src/command-records.ts'
import { transitions } from './model-server.ts'

/** An appointment as the device has seen it. */
export type Seen = { id: string; status: string; version: number }
export type Drawn = Seen & { target: CommandTarget }

const toDrawn = (seen: Seen): Drawn => ({ ...seen, target: { appointmentId: seen.id, version: seen.version } })

/** What the screen shows: the stored day with what this device has done since. */
export function drawScreen(day: readonly Seen[], commands: readonly QueuedCommand[]): Drawn[] {
  const drawn = new Map(day.map((seen) => [seen.id, toDrawn(seen)]))
  const created = new Map<string, string>()
  for (const one of commands) {
    if (one.state === 'refused') continue
    if (one.result?.appointment) drawResult(drawn, created, one)
    else drawPlanned(drawn, created, one)
  }
  // Its response was lost: until it is repeated the screen shows it twice, and the barber leaves the second one alone.
  for (const { id, state } of commands) if (state === 'pending') drawn.delete(`w${id}`)
  return [...drawn.values()]
}

/** What the server has left the appointment as, unless the day is newer. */
function drawResult(drawn: Map<string, Drawn>, created: Map<string, string>, { id, command, result }: QueuedCommand) {
  const left = result?.appointment
  if (!left) return
  if (left.version > (drawn.get(left.id)?.version ?? 0))
    drawn.set(left.id, toDrawn({ id: left.id, status: left.status, version: left.version }))
  if (command.type === 'walkIn') created.set(id, left.id)
}

/** What the command will do. */
function drawPlanned(drawn: Map<string, Drawn>, created: ReadonlyMap<string, string>, { id, command }: QueuedCommand) {
  if (command.type === 'walkIn') drawn.set(id, { id, status: 'CONFIRMED', version: 0, target: { commandId: id } })
  const target = commandTarget(command)
  if (!target) return
  const creator = findCreator(command) ?? ''
  const own = 'appointmentId' in target ? target.appointmentId : (created.get(creator) ?? creator)
  const shown = drawn.get(own)
  if (shown) shown.status = transitions[command.type]?.to ?? shown.status
}
