import { findCreator, recordPrefix } from '../src/command-records.ts'
import { type Act, ModelDevice, type Mutate, nextFormat } from './model-device.ts'
import { ModelServer } from './model-server.ts'
import { Scheduler } from './scheduler.ts'

const HOUR = 3_600_000

type At = { device: number; tab: 0 | 1 }
export type ModelAction =
  | ({ do: 'act'; pick: number } & At)
  | ({ do: 'send' | 'refresh' | 'look' | 'kill' } & At)
  | { do: 'customer'; pick: number }
  | { do: 'network'; device: number; isOnline: boolean }
  | { do: 'clock'; device: number; hours: number }
  | { do: 'update'; device: number }
  | { do: 'storage'; device: number; isFull: boolean }
  | { do: 'limit'; maxBatch: number }

export type Scenario = {
  /** Each with the number of steps after it. */
  actions: [ModelAction, number][]
  /** Hours by which the clock of each device is wrong. */
  clockErrors: [number, number]
  order: number
  mutate?: Mutate
  server?: string
}

/** Plays a scenario, then lets the network work until nothing is left. Returns what was wrong. */
export async function runModel({ actions, clockErrors, order, mutate = (same) => same, server: mutant }: Scenario) {
  const scheduler = new Scheduler(order)
  const server = new ModelServer(mutant)
  const devices = clockErrors.map(
    (hours, index) => new ModelDevice('AB'[index] as string, { server, scheduler, clockError: hours * HOUR, mutate }),
  )
  let killed = 0
  for (const [action, steps] of actions) {
    const device = 'device' in action ? (devices[action.device] as ModelDevice) : undefined
    if (device) killed += perform(device, action)
    if (action.do === 'customer') changeAsCustomer(server, action.pick)
    if (action.do === 'limit') server.maxBatch = action.maxBatch
    server.now += 20_000
    await scheduler.run(steps)
  }
  await finish(scheduler, devices)
  const problems = [...devices.flatMap((device) => findProblems(device, server)), ...findDivergence(devices, server)]
  return { problems, counts: { ...countOutcomes(devices, server), killed } }
}

/** 1 if a tab was killed. */
function perform(device: ModelDevice, action: ModelAction): number {
  if (action.do === 'network') device.isOnline = action.isOnline
  if (action.do === 'storage') device.isFull = action.isFull
  if (action.do === 'update') device.format = nextFormat
  if (action.do === 'clock') device.clockError += action.hours * HOUR
  if (action.do === 'kill') {
    const isOpen = device.tabs[action.tab] !== null
    device.kill(action.tab)
    return isOpen ? 1 : 0
  }
  if (!('tab' in action)) return 0
  const tab = device.tab(action.tab)
  if (action.do === 'act') void device.act(tab, action.pick)
  if (action.do === 'send') void tab.queue.send()
  if (action.do === 'refresh') void device.refresh(tab)
  if (action.do === 'look') void device.look(tab)
  return 0
}

function changeAsCustomer(server: ModelServer, pick: number) {
  const ids = [...server.appointments.keys()]
  const id = ids[pick % ids.length] as string
  server.change(id, pick % 2 ? { status: 'CANCELLED' } : { status: 'SCHEDULED', slot: `s${pick % 30}` })
}

/** The network works, pages of the newest version are open, and their user reads everything. */
async function finish(scheduler: Scheduler, devices: readonly ModelDevice[]) {
  await scheduler.run()
  for (const device of devices) {
    device.isOnline = true
    device.isFaulty = false
    device.isFull = false
    device.kill(0)
    device.kill(1)
  }
  await scheduler.run()
  for (let round = 0; round < 3; round++) {
    for (const device of devices) void device.tab(0).queue.send()
    await scheduler.run()
    for (const device of devices) void device.refresh(device.tab(0))
    await scheduler.run()
  }
  for (let left = Infinity; left > 0; ) {
    for (const device of devices) void device.look(device.tab(0))
    await scheduler.run()
    const counts = await Promise.all(devices.map(async (device) => (await readQueue(scheduler, device)).length))
    const next = counts.reduce((sum, count) => sum + count, 0)
    if (next >= left) return
    left = next
  }
}

async function readQueue(scheduler: Scheduler, device: ModelDevice) {
  const listed = device.tab(0).queue.list()
  await scheduler.run()
  return listed
}

function findProblems(device: ModelDevice, server: ModelServer): string[] {
  const problems: string[] = []
  const own = server.executions.filter(({ deviceId }) => deviceId === deviceIdOf(device))
  const outcomes: Outcomes = new Map(own.map((execution) => [execution.id, execution]))
  if (own.length > outcomes.size) problems.push(`device ${device.name}: executed or refused twice`)
  if (device.returned.length > 0) problems.push(`dismissed refusals came back: ${device.returned}`)
  const left = [...device.records].filter(([name, text]) => name.startsWith(recordPrefix) && !JSON.parse(text).isHidden)
  if (left.length > 0) problems.push(`device ${device.name} still stores ${left.map(([name]) => name)}`)
  return [
    ...problems,
    ...findWrongActs(device, server, outcomes),
    ...findWrongOutcomes(device, own, outcomes),
    ...findRepeatedReports(device),
    ...findDisorder(
      device,
      own.map(({ id }) => id),
    ),
  ]
}

type Execution = ModelServer['executions'][number]
type Outcomes = ReadonlyMap<string, Execution>

/** What was done twice, lost, or executed although it was taken back. */
function findWrongActs(device: ModelDevice, server: ModelServer, outcomes: Outcomes): string[] {
  const problems: string[] = []
  const discarded = listWithDependents(device, ({ isDiscarding }) => isDiscarding)
  for (const { command, label, isDiscarded } of device.acts) {
    const created = server.walkIns.filter((other) => label && other === label).length
    if (created > 1) problems.push(`${label} was created ${created} times`)
    if (!command) continue
    const outcome = outcomes.get(command.id)
    if (isDiscarded && outcome?.code === null) problems.push(`${command.id} was executed after it was taken back`)
    if (!discarded.has(command.id) && !outcome && !device.listed.has(command.id))
      problems.push(`${command.id} was lost`)
  }
  return problems
}

/** Refusals without a reason, and outcomes that the device shows otherwise. */
function findWrongOutcomes(device: ModelDevice, own: readonly Execution[], outcomes: Outcomes): string[] {
  const problems: string[] = []
  const unknown = listWithDependents(device, ({ command }) => !outcomes.has(command?.id ?? ''))
  for (const { id, code, isExplained } of own) {
    if (code === 'COMMAND_EARLY' || code === 'CONFLICT') problems.push(`${id} was refused: ${code}`)
    else if (!isExplained && !device.isConfused && !unknown.has(id))
      problems.push(`${id} was refused for an own change: ${code}`)
    if (code !== null && !device.listed.has(id)) problems.push(`the refusal of ${id} was never shown`)
    if (code === null && device.listed.has(id)) problems.push(`${id} was shown as refused and executed`)
  }
  return problems
}

function findRepeatedReports({ listed, reported }: ModelDevice): string[] {
  const countReports = (id: string) => reported.filter((other) => other === id).length
  return [...listed]
    .filter((id) => countReports(id) > 1)
    .map((id) => `the refusal of ${id} was reported ${countReports(id)} times`)
}

/** Ids of the acts for which `isSeed`, and of those that build on them. */
function listWithDependents({ acts }: ModelDevice, isSeed: (act: Act) => boolean): Set<string> {
  const ids = new Set<string>()
  for (let size = -1; size < ids.size; ) {
    size = ids.size
    for (const act of acts) {
      const { command } = act
      if (!command) continue
      const created = findCreator(command) ?? ''
      if (isSeed(act) || ids.has(command.after ?? '') || ids.has(created)) ids.add(command.id)
    }
  }
  return ids
}

function deviceIdOf({ records }: ModelDevice): string {
  return JSON.parse(records.get('command/device') ?? '""') as string
}

/** What was done later was executed later. */
function findDisorder({ acts }: ModelDevice, executed: readonly string[]): string[] {
  const position = new Map(executed.map((id, index) => [id, index]))
  const done = acts.flatMap(({ command, ...act }) =>
    command && position.has(command.id) ? { ...act, id: command.id } : [],
  )
  return done.flatMap((first) =>
    done
      .filter((second) => first.storedAt < second.startedAt)
      .filter((second) => (position.get(first.id) as number) > (position.get(second.id) as number))
      .map((second) => `${second.id} was executed before ${first.id}`),
  )
}

/** After everything was sent and fetched, both devices show what the server has. */
function findDivergence(devices: readonly ModelDevice[], server: ModelServer): string[] {
  const expected = [...server.appointments.values()].map(({ id, status, leftBy }) => ({
    id,
    status,
    version: leftBy.length,
  }))
  return devices
    .filter(({ day }) => JSON.stringify(day.seen) !== JSON.stringify(expected))
    .map(({ name }) => `device ${name} does not show what the server has`)
}

function countOutcomes(devices: readonly ModelDevice[], { executions }: ModelServer): Record<string, number> {
  const count = (code: string) => executions.filter((execution) => execution.code === code).length
  return {
    acts: devices.reduce((sum, { acts }) => sum + acts.length, 0),
    applied: executions.filter(({ code }) => code === null).length,
    refused: executions.filter(({ code }) => code !== null).length,
    STATE_CHANGED: count('STATE_CHANGED'),
    SLOT_TAKEN: count('SLOT_TAKEN'),
    COMMAND_DEPENDENT: count('COMMAND_DEPENDENT'),
    rejected:
      devices.reduce((sum, { listed }) => sum + listed.size, 0) - executions.filter(({ code }) => code !== null).length,
    discarded: devices.reduce((sum, { acts }) => sum + acts.filter(({ isDiscarded }) => isDiscarded).length, 0),
  }
}
