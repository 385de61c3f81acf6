import type { Command } from '@na-regua/contract/commands'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { SceneCustomer } from '../../../test/booking-scene.ts'
import { createCommandScene, issueAt, sendBatch } from '../../../test/command-scene.ts'
import { createHarness, noonInSaoPaulo } from '../../../test/harness.ts'

const world = await createHarness()
afterAll(() => world.close())
beforeEach(() => world.clock.set(noonInSaoPaulo))

const issue = issueAt(world.clock)
const send = (user: SceneCustomer, commands: readonly Command[]) => sendBatch(world, user, commands)
const seen = (appointmentId: string, version = 1) => ({ appointmentId, version })
const inMinutes = (minutes: number) => new Date(world.clock.now().getTime() + minutes * 60_000).toISOString()
const countRows = async (table: 'appointments' | 'notifications' | 'pending_events' | 'client_commands' | 'time_off') =>
  Number(
    (
      await world.db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
    ).count,
  )

describe('each type of command', () => {
  test('confirm, cancel, complete, noShow and correct do what their endpoint does', async () => {
    const { barber, put } = await createCommandScene(world)
    const asked = await put({ minutes: 600 })
    const unwanted = await put({ minutes: 660 })
    const begun = await put({ status: 'CONFIRMED', minutes: -20 })
    const absent = await put({ status: 'CONFIRMED', minutes: -90 })
    const missed = issue({ type: 'noShow', target: seen(absent) })
    const results = await send(barber, [
      issue({ type: 'confirm', target: seen(asked) }),
      issue({ type: 'cancel', target: seen(unwanted), reason: 'Sem luz' }),
      issue({ type: 'complete', target: seen(begun) }),
      missed,
      issue({ type: 'correct', target: seen(absent), after: missed.id, status: 'COMPLETED' }),
    ])
    expect(
      results.map(({ outcome, appointment, error }) => [outcome, appointment?.status, appointment?.version, error]),
    ).toEqual([
      ['applied', 'CONFIRMED', 2, null],
      ['applied', 'CANCELLED', 2, null],
      ['applied', 'COMPLETED', 2, null],
      ['applied', 'NO_SHOW', 2, null],
      ['applied', 'COMPLETED', 3, null],
    ])
    expect(results[1]?.appointment).toMatchObject({ cancelledBy: 'barber', cancelReason: 'Sem luz' })
  })

  test('edit and staffNote: the note keeps the version that the edit left', async () => {
    const { barber, put } = await createCommandScene(world)
    const id = await put({ status: 'CONFIRMED', minutes: 120 })
    const edit = issue({
      type: 'edit',
      target: seen(id),
      input: { durationMin: 45, priceCents: 4000, priceReason: 'Atraso nosso' },
    })
    const note = { before: '', staffNote: 'Prefere café' }
    const noted = issue({ type: 'staffNote', target: seen(id), after: edit.id, input: note })
    const [edited, ...others] = await send(barber, [
      edit,
      noted,
      issue({ type: 'arrive', target: seen(id), after: noted.id, isArrived: true }),
    ])
    expect(edited).toMatchObject({ outcome: 'applied', appointment: { durationMin: 45, priceCents: 4000, version: 2 } })
    expect(others).toMatchObject([
      { outcome: 'applied', appointment: { staffNote: 'Prefere café', version: 2 } },
      { outcome: 'applied', appointment: { version: 3 } },
    ])
    const [repeated] = await send(barber, [edit])
    expect(repeated).toMatchObject({ outcome: 'applied', appointment: { version: 3 } })
  })

  test('an edit that no longer fits, or that another one was faster than, says so without a name', async () => {
    const { barber, owner, put } = await createCommandScene(world)
    const id = await put({ status: 'CONFIRMED', minutes: 120 })
    await put({ status: 'CONFIRMED', minutes: 150, customer: null })
    const [tooLong] = await send(barber, [issue({ type: 'edit', target: seen(id), input: { durationMin: 60 } })])
    expect(tooLong).toMatchObject({ outcome: 'refused', error: { code: 'SLOT_TAKEN' } })
    expect(tooLong?.error?.message).toContain('Não cabe mais')
    await send(owner, [issue({ type: 'edit', target: seen(id), input: { durationMin: 20 } })])
    const [late] = await send(barber, [issue({ type: 'edit', target: seen(id), input: { durationMin: 25 } })])
    expect(late?.error).toEqual({ code: 'STATE_CHANGED', message: 'Serviço, preço ou barbeiro mudado às 12h.' })
  })

  test('move, walkIn, book, break and note', async () => {
    const { shop, barber, membership, service, put } = await createCommandScene(world)
    const id = await put({ status: 'CONFIRMED', minutes: 120 })
    const profile = { barbershop_id: shop.id, name: 'Rui Lima', phone: '+5562999990001' }
    const customer = await world.db
      .insertInto('customer_profiles')
      .values(profile)
      .returning('id')
      .executeTakeFirstOrThrow()
    const booking = {
      barberId: membership.id,
      serviceIds: [service.id],
      startTime: inMinutes(300),
      newCustomer: { name: 'Caio Melo', phone: '62988887777' },
    }
    const pause = {
      startDate: '2026-03-12',
      endDate: '2026-03-12',
      startTime: '12:00',
      endTime: '13:00',
      reason: 'Almoço',
    }
    const [moved, walkIn, booked, time, note] = await send(barber, [
      issue({ type: 'move', target: seen(id), input: { startTime: inMinutes(180) } }),
      issue({ type: 'walkIn', input: { barberId: membership.id, serviceId: service.id, customerName: 'Bia' } }),
      issue({ type: 'book', barbershopId: shop.id, input: booking }),
      issue({ type: 'break', barberId: membership.id, input: pause }),
      issue({ type: 'note', customerId: customer.id, input: { version: 1, notes: 'Máquina 2' } }),
    ])
    expect(moved?.appointment).toMatchObject({ id, startTime: inMinutes(180), version: 2 })
    expect(walkIn?.appointment).toMatchObject({ isWalkIn: true, startTime: noonInSaoPaulo, customer: { name: 'Bia' } })
    expect(booked?.appointment).toMatchObject({ startTime: inMinutes(300), customer: { name: 'Caio Melo' } })
    expect(booked?.link?.url).toContain('/a/')
    expect(time?.timeOff).toMatchObject({ startTime: '12:00', reason: 'Almoço' })
    expect(note?.customer).toEqual({ id: customer.id, version: 2 })
    const notes = await world.db.selectFrom('customer_profiles').select('notes').where('id', '=', customer.id).execute()
    expect(notes).toEqual([{ notes: 'Máquina 2' }])
  })
})

describe('a repeated command', () => {
  test('returns the stored result, and sends no notification again', async () => {
    const { barber, shop, membership, service, put } = await createCommandScene(world)
    const asked = await put({ minutes: 600 })
    const lost = await put({ minutes: 660, status: 'CANCELLED' })
    const newCustomer = { name: 'Caio Melo', phone: '62988887778' }
    const input = { barberId: membership.id, serviceIds: [service.id], startTime: inMinutes(300), newCustomer }
    const walkIn = { barberId: membership.id, serviceId: service.id }
    const pause = { startDate: '2026-03-12', endDate: '2026-03-12', startTime: '12:00', endTime: '13:00' }
    const commands = [
      issue({ type: 'confirm', target: seen(asked) }),
      issue({ type: 'confirm', target: seen(lost) }),
      issue({ type: 'walkIn', input: walkIn }),
      issue({ type: 'book', barbershopId: shop.id, input }),
      issue({ type: 'break', barberId: membership.id, input: pause }),
    ]
    const first = await send(barber, commands)
    expect(first.map(({ outcome }) => outcome)).toEqual(['applied', 'refused', 'applied', 'applied', 'applied'])
    const counts = () =>
      Promise.all(
        (['appointments', 'notifications', 'pending_events', 'client_commands', 'time_off'] as const).map(countRows),
      )
    const before = await counts()
    world.clock.advance({ minutes: 90 })
    expect(await send(barber, commands)).toEqual(first)
    expect(await counts()).toEqual(before)
  })

  test('shows the appointment as it has become since, and the result as it was', async () => {
    const { barber, customer, put } = await createCommandScene(world)
    const id = await put({ minutes: 600 })
    const command = issue({ type: 'confirm', target: seen(id) })
    await send(barber, [command])
    await send(customer, [issue({ type: 'cancel', target: seen(id, 2) })])
    const [again] = await send(barber, [command])
    expect(again).toMatchObject({ outcome: 'applied', error: null, appointment: { status: 'CANCELLED', version: 3 } })
  })

  test('with another body is refused, in whatever order its fields are', async () => {
    const { barber, put } = await createCommandScene(world)
    const command = issue({ type: 'confirm', target: seen(await put({ minutes: 600 })) })
    await send(barber, [command])
    const reordered = Object.fromEntries(Object.entries(command).toReversed()) as Command
    const other = { ...command, type: 'cancel' } as Command
    const results = await send(barber, [reordered, other, command])
    expect(results.map(({ outcome }) => outcome)).toEqual(['applied', 'refused', 'applied'])
    expect(results[1]).toMatchObject({ appointment: null, error: { code: 'IDEMPOTENCY_CONFLICT' } })
  })

  test('of another user is unknown: nothing of it is shown', async () => {
    const { barber, stranger, put } = await createCommandScene(world)
    const command = issue({ type: 'confirm', target: seen(await put({ minutes: 600 })) })
    await send(barber, [command])
    const [result] = await send(stranger, [command])
    expect(result).toMatchObject({ outcome: 'refused', appointment: null, error: { code: 'APPOINTMENT_NOT_FOUND' } })
    const [dependent] = await send(stranger, [issue({ type: 'complete', target: { commandId: command.id } })])
    expect(dependent).toMatchObject({ outcome: 'refused', appointment: null, error: { code: 'COMMAND_DEPENDENT' } })
    // The result of the first user stays theirs.
    expect(await send(barber, [command])).toMatchObject([{ outcome: 'applied' }])
  })

  test('of one whose access has ended since shows no appointment and no time off', async () => {
    const { barber, owner, membership, put } = await createCommandScene(world)
    const command = issue({ type: 'confirm', target: seen(await put({ minutes: 600 })) })
    const input = { startDate: '2026-03-12', endDate: '2026-03-12', reason: 'Cirurgia' }
    const pause = issue({ type: 'break', barberId: membership.id, input })
    await send(barber, [command])
    for (const user of [owner, barber])
      expect(await send(user, [{ ...pause, id: crypto.randomUUID() }])).toMatchObject([
        { timeOff: { reason: 'Cirurgia' } },
      ])
    await send(barber, [pause])
    await world.db.updateTable('barbers').set({ removed_at: new Date() }).where('id', '=', membership.id).execute()
    expect(await send(barber, [command, pause])).toMatchObject([
      { outcome: 'applied', appointment: null },
      { outcome: 'applied', timeOff: null },
    ])
  })
})

describe('many requests decided at once, by those who see the whole agenda', () => {
  test('each is decided by itself, with the one reason, and repeated changes nothing', async () => {
    const { owner, barber, customer, stranger, put } = await createCommandScene(world, { barberCount: 2 })
    const [accepted, acceptedLater, refused, refusedLater] = [
      await put({ minutes: 600 }),
      await put({ minutes: 660 }),
      await put({ minutes: 720 }),
      await put({ minutes: 780 }),
    ] as const
    const cancelled = await put({ minutes: 840 })
    await send(customer, [issue({ type: 'cancel', target: seen(cancelled) })])
    const changed = await put({ minutes: 900 })
    await send(barber, [issue({ type: 'confirm', target: seen(changed) })])
    const reason = 'Equipe incompleta nesse dia'
    const acts = [
      ...[accepted, acceptedLater, cancelled].map((id) => issue({ type: 'confirm', target: seen(id) })),
      ...[refused, refusedLater, changed].map((id) => issue({ type: 'cancel', target: seen(id), reason })),
    ]
    const results = await send(owner, acts)
    const describeResults = (of: typeof results) =>
      of.map(({ outcome, appointment, error }) => [outcome, appointment?.status, error?.code])
    expect(describeResults(results)).toEqual([
      ['applied', 'CONFIRMED', undefined],
      ['applied', 'CONFIRMED', undefined],
      ['refused', 'CANCELLED', 'STATE_CHANGED'],
      ['applied', 'CANCELLED', undefined],
      ['applied', 'CANCELLED', undefined],
      // Confirmed by the barber since the owner looked.
      ['refused', 'CONFIRMED', 'STATE_CHANGED'],
    ])
    expect(results.slice(3, 5).map(({ appointment }) => appointment?.cancelReason)).toEqual([reason, reason])
    const before = await countRows('notifications')
    expect(describeResults(await send(owner, acts))).toEqual(describeResults(results))
    expect(await countRows('notifications')).toBe(before)
    const foreign = await send(stranger, [issue({ type: 'confirm', target: seen(await put({ minutes: 960 })) })])
    expect(describeResults(foreign)).toEqual([['refused', undefined, 'APPOINTMENT_NOT_FOUND']])
  })
})

describe('two devices of one barber', () => {
  test('that did the same converge, and the second of two different acts learns of the first', async () => {
    const { barber, membership, service, put } = await createCommandScene(world)
    const asked = await put({ minutes: 600 })
    const agreed = await put({ status: 'CONFIRMED', minutes: 120 })
    const begun = await put({ status: 'CONFIRMED', minutes: -20 })
    const input = { barberId: membership.id, serviceId: service.id, startTime: inMinutes(30), customerName: 'Bia' }
    const pause = { startDate: '2026-03-12', endDate: '2026-03-12', startTime: '12:00', endTime: '13:00' }
    const createBatch = (movedTo: number) => [
      issue({ type: 'confirm', target: seen(asked) }),
      issue({ type: 'complete', target: seen(begun) }),
      issue({ type: 'walkIn', input }),
      issue({ type: 'break', barberId: membership.id, input: pause }),
      issue({ type: 'move', target: seen(agreed), input: { startTime: inMinutes(movedTo) } }),
    ]
    const phone = crypto.randomUUID()
    const tablet = crypto.randomUUID()
    const first = await sendBatch(world, barber, createBatch(180), phone)
    const before = await countRows('pending_events')
    const same = await sendBatch(world, barber, createBatch(180), tablet)
    expect(same.map(({ outcome, appointment, timeOff }) => [outcome, appointment, timeOff])).toEqual(
      first.map(({ appointment, timeOff }) => ['applied', appointment, timeOff]),
    )
    // Nothing happens a second time; only that there is a break is published to the pages again.
    expect(await countRows('pending_events')).toBe(before + 1)
    const [, , , , other] = await sendBatch(world, barber, createBatch(240), tablet)
    expect(other).toMatchObject({
      outcome: 'refused',
      appointment: { id: agreed, startTime: inMinutes(180) },
      error: { message: 'Mudado pela barbearia às 12h: agora é às 15h.' },
    })
  })
})
