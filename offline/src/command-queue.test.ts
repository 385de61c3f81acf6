import { type Command, commandsApi, MAX_COMMANDS } from '@na-regua/contract/commands'
import { expect, test } from 'vitest'
import { nextFormat } from '../test/model-device.ts'
import { draftOf, TestDevice } from '../test/test-queue.ts'
import { BATCH } from './command-sender.ts'
import { CommandNotStoredError } from './command-store.ts'
import { COMMANDS_PATH } from './send-commands.ts'

const HOUR = 3_600_000

const states = async ({ queue }: TestDevice) => (await queue.list()).map(({ state }) => state)

test('batch and path are those of the contract', () => {
  expect(BATCH).toBe(MAX_COMMANDS)
  expect(COMMANDS_PATH).toBe(`/api${commandsApi.send.url}`)
})

test('a command is stored before it is pending, sent once, and kept with its result', async () => {
  const device = new TestDevice()
  const { id } = await device.queue.add(draftOf('confirm'), { preview: { text: 'Ana' } })
  expect(await device.queue.list()).toMatchObject([{ id, state: 'pending', preview: { text: 'Ana' }, result: null }])
  expect(await device.queue.countUnsent()).toBe(1)
  expect(await device.queue.send()).toEqual({ state: 'done' })
  expect(await device.queue.list()).toMatchObject([{ id, state: 'applied', result: { id, outcome: 'applied' } }])
  expect(await device.queue.countUnsent()).toBe(0)
  await device.queue.send()
  expect(device.requests).toHaveLength(1)
  await device.queue.forgetApplied([id])
  expect(await device.queue.list()).toEqual([])
})

test('200 commands are sent in order, 50 in a request, from one device', async () => {
  const device = new TestDevice()
  for (let index = 0; index < 200; index++) await device.queue.add(draftOf('walkIn'))
  const order = (await device.queue.list()).map(({ id }) => id)
  await device.queue.send()
  expect(device.requests.map(({ commands }) => commands.length)).toEqual([50, 50, 50, 50])
  expect(device.requests.flatMap(({ commands }) => commands.map(({ id }: Command) => id))).toEqual(order)
  expect(new Set(device.requests.map(({ deviceId }) => deviceId)).size).toBe(1)
})

test('commands about one appointment follow one another, others do not', async () => {
  const device = new TestDevice()
  const confirm = await device.queue.add(draftOf('confirm', { appointment: 'a' }))
  const other = await device.queue.add(draftOf('confirm', { appointment: 'b' }))
  const complete = await device.queue.add(draftOf('complete', { appointment: 'a' }))
  expect([confirm, other, complete].map(({ command }) => command.after)).toEqual([undefined, undefined, confirm.id])
})

test('commands about one entry of the queue follow one another, from the one that adds it on', async () => {
  const device = new TestDevice()
  const entryId = 'entry-1'
  const other = 'entry-2'
  const input = { version: 1 }
  const added = await device.queue.add({ type: 'queueAdd', barbershopId: 'shop', input: { entryId } })
  const apart = await device.queue.add({ type: 'queueRemove', entryId: other, input })
  const call = await device.queue.add({ type: 'queueCall', entryId, input: { ...input, barberId: 'rui' } })
  const start = await device.queue.add({ type: 'queueStart', entryId, input: { ...input, barberId: 'rui' } })
  expect([added, apart, call, start].map(({ command }) => command.after)).toEqual([
    ...[undefined, undefined],
    ...[added.id, call.id],
  ])
  const complete = await device.queue.add({ type: 'complete', target: { commandId: start.id } })
  await device.queue.discard(added.id)
  expect((await device.queue.list()).map(({ id }) => id)).toEqual([apart.id])
  expect(complete.command.after).toBeUndefined()
})

test('a command follows an applied one until the device has seen the version that it left', async () => {
  const device = new TestDevice()
  const confirm = await device.queue.add(draftOf('confirm', { appointment: 'a', version: 1 }))
  await device.queue.send()
  const stale = await device.queue.add(draftOf('complete', { appointment: 'a', version: 1 }))
  expect(stale.command.after).toBe(confirm.id)
  await device.queue.send()
  const fresh = await device.queue.add(draftOf('noShow', { appointment: 'a', version: 3 }))
  expect(fresh.command.after).toBeUndefined()
})

test('after a lost response the same commands are sent again, with the same ids and bodies', async () => {
  const device = new TestDevice()
  await device.queue.add(draftOf('walkIn'))
  device.faults.push('lost response')
  expect(await device.queue.send()).toEqual({ state: 'retry', retryAfterMs: 0 })
  expect(await states(device)).toEqual(['pending'])
  await device.queue.add(draftOf('walkIn'))
  await device.queue.send()
  expect(device.requests[1]?.commands[0]).toEqual(device.requests[0]?.commands[0])
  expect(await states(device)).toEqual(['applied', 'applied'])
})

test.each([500, 502, 503, 404, 403, 429])('%i keeps the commands for later', async (status) => {
  const device = new TestDevice()
  await device.queue.add(draftOf('walkIn'))
  device.faults.push({ status, body: { code: 'X', message: 'x' }, serverTime: null, retryAfterMs: 3000 })
  expect(await device.queue.send()).toEqual({ state: 'retry', retryAfterMs: 3000 })
  expect(await states(device)).toEqual(['pending'])
})

test.each(['<html>', { results: 'none' }, { results: [{ id: 1 }] }])(
  'a foreign 200 settles nothing: %j',
  async (body) => {
    const device = new TestDevice()
    await device.queue.add(draftOf('walkIn'))
    device.faults.push({ status: 200, body, serverTime: null, retryAfterMs: 0 })
    expect(await device.queue.send()).toMatchObject({ state: 'retry' })
    expect(await states(device)).toEqual(['pending'])
  },
)

test('401 keeps the commands for the next login', async () => {
  const device = new TestDevice()
  await device.queue.add(draftOf('walkIn'))
  device.faults.push({ status: 401, body: undefined, serverTime: null, retryAfterMs: 0 })
  expect(await device.queue.send()).toEqual({ state: 'unauthenticated' })
  expect(await states(device)).toEqual(['pending'])
  expect(await device.queue.send()).toEqual({ state: 'done' })
})

test.each([400, 413, 422])(
  '%i: halves find the command that the server rejects, the others are sent',
  async (status) => {
    const device = new TestDevice()
    const ids: string[] = []
    for (let index = 0; index < 21; index++) ids.push((await device.queue.add(draftOf('walkIn'))).id)
    device.reject = ({ commands }) => (commands.some(({ id }) => id === ids[13]) ? status : undefined)
    expect(await device.queue.send()).toEqual({ state: 'done' })
    expect(await states(device)).toEqual(ids.map((_, index) => (index === 13 ? 'refused' : 'applied')))
    expect((await device.queue.list())[13]?.result?.error).toEqual({ code: 'REJECTED', message: 'Não aceito.' })
    expect(device.requests.length).toBeLessThan(16)
  },
)

test.each([400, 413])('%i without a code is the response of a proxy: the command waits', async (status) => {
  const device = new TestDevice()
  await device.queue.add(draftOf('walkIn'))
  await device.queue.add(draftOf('walkIn'))
  for (const body of [undefined, undefined, {}]) device.faults.push({ status, body, serverTime: null, retryAfterMs: 0 })
  expect(await device.queue.send()).toEqual({ state: 'retry', retryAfterMs: 0 })
  expect(await states(device)).toEqual(['pending', 'pending'])
  device.faults.length = 0
  expect(await device.queue.send()).toEqual({ state: 'done' })
  expect(await states(device)).toEqual(['applied', 'applied'])
})

test('fewer results than commands: the others are sent again', async () => {
  const device = new TestDevice()
  for (let index = 0; index < 5; index++) await device.queue.add(draftOf('walkIn'))
  device.faults.push('two results')
  expect(await device.queue.send()).toEqual({ state: 'done' })
  expect(device.requests.map(({ commands }) => commands.length)).toEqual([5, 3])
})

test('a refusal is reported once and listed until it is dismissed', async () => {
  const device = new TestDevice()
  const { id } = await device.queue.add(draftOf('confirm', { appointment: 'cancelled' }))
  await device.queue.send()
  const [first, second] = await Promise.all([device.queue.takeRefusals(), device.openTab().takeRefusals()])
  expect([...first, ...second].map((refused) => refused.id)).toEqual([id])
  expect(await states(device)).toEqual(['refused'])
  await device.queue.dismiss(id)
  expect(await device.queue.list()).toEqual([])
})

test('a pending command cannot be dismissed', async () => {
  const device = new TestDevice()
  const { id } = await device.queue.add(draftOf('walkIn'))
  await device.queue.dismiss(id)
  expect(await states(device)).toEqual(['pending'])
})

test('what replaces a refused command removes it, also when the script ends between the two writes', async () => {
  const device = new TestDevice()
  const refused = await device.queue.add(draftOf('confirm', { appointment: 'cancelled' }))
  await device.queue.send()
  const { remove } = device.store
  await new Promise<void>((resolve) => {
    device.store.remove = () => new Promise(() => resolve())
    void device.queue.add(draftOf('walkIn'), { replaces: refused.id })
  })
  device.store.remove = remove
  const restarted = device.restart()
  expect((await restarted.list()).map(({ state }) => state)).toEqual(['pending'])
  await restarted.send()
  await restarted.forgetApplied((await restarted.list()).map(({ id }) => id))
  expect(await restarted.list()).toEqual([])
  const names = [...device.records.keys()].filter((name) => name.includes('sequence'))
  expect(names.filter((name) => name.includes(refused.id))).toEqual([])
})

test('a full storage refuses the act', async () => {
  const device = new TestDevice()
  device.isFull = true
  await expect(device.queue.add(draftOf('walkIn'))).rejects.toThrow(CommandNotStoredError)
  expect(await device.queue.list()).toEqual([])
})

test('a result without room is requested again', async () => {
  const device = new TestDevice()
  await device.queue.add(draftOf('confirm', { appointment: 'cancelled' }))
  device.isFull = true
  expect(await device.queue.send()).toMatchObject({ state: 'retry' })
  expect(await states(device)).toEqual(['pending'])
  device.isFull = false
  await device.queue.send()
  expect(await states(device)).toEqual(['refused'])
})

test('an applied command whose result has no room stays, so that a later one follows it', async () => {
  const device = new TestDevice()
  const confirm = await device.queue.add(draftOf('confirm'))
  device.reject = () => {
    device.isFull = true
    return undefined
  }
  expect(await device.queue.send()).toMatchObject({ state: 'retry' })
  expect(await states(device)).toEqual(['pending'])
  device.reject = () => undefined
  device.isFull = false
  const complete = await device.queue.add(draftOf('complete'))
  expect(complete.command.after).toBe(confirm.id)
  await device.queue.send()
  expect(await states(device)).toEqual(['applied', 'applied'])
})

test('two tabs send each command once', async () => {
  const device = new TestDevice()
  const tab = device.openTab()
  await Promise.all([device.queue.add(draftOf('walkIn')), tab.add(draftOf('walkIn'))])
  await Promise.all([device.queue.send(), tab.send()])
  expect(device.requests.flatMap(({ commands }) => commands)).toHaveLength(2)
})

test('the time of a command is corrected by the last response, also in the next script', async () => {
  const device = new TestDevice()
  device.now += 2 * HOUR
  await device.queue.add(draftOf('walkIn'))
  await device.queue.send()
  expect(device.requests[0]?.commands[0]?.issuedAt).toBe('2026-03-11T15:00:00.000Z')
  expect(device.timeRequests).toBe(1)
  device.now += 60_000
  device.monotonic += 60_000
  const { command } = await device.queue.add(draftOf('walkIn'))
  expect(command.issuedAt).toBe('2026-03-11T15:01:00.000Z')
  expect((await device.restart().add(draftOf('walkIn'))).command.issuedAt).toBe('2026-03-11T15:01:00.000Z')
})

test('a clock that jumps while there is no network makes no command early', async () => {
  const device = new TestDevice()
  await device.queue.add(draftOf('walkIn'))
  await device.queue.send()
  device.now += 2 * HOUR
  await device.queue.add(draftOf('walkIn'))
  device.now -= 3 * HOUR
  await device.queue.add(draftOf('walkIn'))
  await device.queue.send()
  const times = device.requests.flatMap(({ commands }) => commands.map(({ issuedAt }) => Date.parse(issuedAt)))
  expect(times).toHaveLength(3)
  for (const time of times) expect(time).toBeLessThanOrEqual(device.serverNow)
})

test('the order is that of the acts, whatever the clock shows', async () => {
  const device = new TestDevice()
  const ids: string[] = []
  for (let index = 0; index < 12; index++) {
    device.now -= HOUR
    ids.push((await device.queue.add(draftOf('walkIn'))).id)
  }
  await device.queue.send()
  expect(device.requests[0]?.commands.map(({ id }) => id)).toEqual(ids)
})

test('a record of an earlier version of the app is read, sent and settled', async () => {
  const device = new TestDevice()
  const { id } = await device.queue.add(draftOf('walkIn'), { preview: 'Ana' })
  const updated = device.restart(nextFormat)
  expect(await updated.list()).toMatchObject([{ id, state: 'pending', preview: { text: 'Ana' } }])
  await updated.send()
  expect(await updated.list()).toMatchObject([{ id, state: 'applied', preview: { text: 'Ana' } }])
})

test('an earlier version leaves the records of a newer one, and what comes after them, to the newer one', async () => {
  const device = new TestDevice()
  await device.openTab(nextFormat).add(draftOf('walkIn'))
  await device.queue.add(draftOf('walkIn'))
  expect(await device.queue.countUnsent()).toBe(2)
  expect(await device.queue.send()).toEqual({ state: 'outdated' })
  expect(device.requests).toEqual([])
  expect(await device.openTab(nextFormat).send()).toEqual({ state: 'done' })
  expect(device.requests[0]?.commands).toHaveLength(2)
})

test('a command can be discarded until it is sent', async () => {
  const device = new TestDevice()
  const { id } = await device.queue.add(draftOf('walkIn'))
  const other = await device.queue.add(draftOf('confirm'))
  expect(await device.queue.discard(id)).toBe(true)
  device.faults.push('no network')
  await device.queue.send()
  expect(await device.queue.discard(other.id)).toBe(false)
  expect((await device.queue.list()).map((listed) => listed.id)).toEqual([other.id])
})

test('with a command go those that build on it', async () => {
  const device = new TestDevice()
  const { id } = await device.queue.add(draftOf('walkIn'))
  await device.queue.add({ type: 'complete', target: { commandId: id } })
  const confirm = await device.queue.add(draftOf('confirm'))
  await device.queue.add(draftOf('complete'))
  expect(await device.queue.discard(id)).toBe(true)
  expect(await device.queue.discard(confirm.id)).toBe(true)
  expect(await device.queue.list()).toEqual([])
})
