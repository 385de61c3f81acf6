import { appointmentsApi } from '@na-regua/contract/appointments'
import type { Command, CommandResult } from '@na-regua/contract/commands'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { SceneCustomer } from '../../../test/booking-scene.ts'
import { createCommandScene, issueAt, sendBatch } from '../../../test/command-scene.ts'
import { createHarness, noonInSaoPaulo } from '../../../test/harness.ts'
import { editProfile } from '../customers/edit-profile.ts'
import { addTimeOff } from '../staff/time-off/add-time-off.ts'
import { runCommands } from './run-commands.ts'
import { sweepCommands } from './sweep-commands.ts'

const world = await createHarness()
afterAll(() => world.close())
beforeEach(() => world.clock.set(noonInSaoPaulo))

const issue = issueAt(world.clock)
const send = (user: SceneCustomer, commands: readonly Command[], deviceId?: string) =>
  sendBatch(world, user, commands, deviceId)
/** As the guard of the routes knows them. */
const callerOf = ({ id }: SceneCustomer) =>
  ({
    id,
    role: 'BARBER',
    isStaff: true,
    permissions: [],
    email: '',
    isEmailVerified: true,
    tokenHash: Buffer.alloc(32),
  }) as const
const seen = (appointmentId: string, version = 1) => ({ appointmentId, version })
const inMinutes = (minutes: number) => new Date(world.clock.now().getTime() + minutes * 60_000).toISOString()
const messageOf = ([result]: CommandResult[]) => result?.error?.message
const changeAs = (user: SceneCustomer, route: keyof typeof appointmentsApi, id: string, body?: object) =>
  world.call(appointmentsApi[route], { token: user.token, params: { id }, body })

describe('a command that comes too late', () => {
  // 21:12 in São Paulo is the next day in UTC; 21:12 in Manaus is 22:12 in São Paulo.
  test.each([
    ['America/Sao_Paulo', '2026-03-12T00:12:00Z', '15h'],
    ['America/Manaus', '2026-03-12T01:12:00Z', '14h'],
  ])('says what became of the appointment at 21:12 in %s', async (timeZone, now, newTime) => {
    const { barber, owner, customer, stranger, put } = await createCommandScene(world, { timeZone })
    const byCustomer = await put({ minutes: 1500 })
    const byOwner = await put({ minutes: 1560 })
    const moved = await put({ minutes: 1620 })
    const accepted = await put({ minutes: 1680 })
    world.clock.set(now)
    await changeAs(customer, 'cancel', byCustomer)
    await changeAs(owner, 'cancel', byOwner)
    await changeAs(customer, 'reschedule', moved, { newStartTime: '2026-03-13T18:00:00Z' })
    await changeAs(owner, 'confirm', accepted)
    world.clock.advance({ minutes: 30 })
    const results = await send(barber, [
      ...[byCustomer, byOwner, moved].map((id) => issue({ type: 'confirm', target: seen(id) })),
      issue({ type: 'cancel', target: seen(accepted) }),
      // The same side has done the same.
      issue({ type: 'confirm', target: seen(accepted) }),
    ])
    expect(results.map(({ outcome, error }) => [outcome, error?.message])).toEqual([
      ['refused', 'Cancelado pelo cliente às 21h12.'],
      ['refused', 'Cancelado pela barbearia às 21h12.'],
      ['refused', `Remarcado pelo cliente às 21h12: agora é em 13/03/2026 às ${newTime}.`],
      ['refused', 'Aceito às 21h12.'],
      ['applied', undefined],
    ])
    expect(results.map(({ appointment }) => appointment?.id)).toEqual([byCustomer, byOwner, moved, accepted, accepted])
    world.clock.advance({ minutes: 1440 })
    expect(messageOf(await send(barber, [issue({ type: 'complete', target: seen(byCustomer) })]))).toBe(
      'Cancelado pelo cliente em 11/03/2026 às 21h12.',
    )
    expect(await send(stranger, [issue({ type: 'confirm', target: seen(byCustomer) })])).toMatchObject([
      { appointment: null, error: { code: 'APPOINTMENT_NOT_FOUND' } },
    ])
  })

  test('names moves of colleagues, missed and finished appointments, and requests that expired', async () => {
    const { barber, owner, put } = await createCommandScene(world)
    const moved = await put({ status: 'CONFIRMED', minutes: 300 })
    const done = await put({ status: 'CONFIRMED', minutes: -30 })
    const absent = await put({ status: 'CONFIRMED', minutes: -90 })
    const expired = await put({ status: 'CANCELLED', minutes: 600 })
    await send(owner, [
      issue({ type: 'move', target: seen(moved), input: { startTime: inMinutes(360) } }),
      issue({ type: 'complete', target: seen(done) }),
      issue({ type: 'noShow', target: seen(absent) }),
    ])
    const results = await send(barber, [
      issue({ type: 'cancel', target: seen(moved) }),
      issue({ type: 'cancel', target: seen(done) }),
      issue({ type: 'cancel', target: seen(absent) }),
      issue({ type: 'confirm', target: seen(expired) }),
    ])
    expect(results.map(({ error }) => error?.message)).toEqual([
      'Mudado pela barbearia às 12h: agora é às 18h.',
      'Finalizado às 12h.',
      'Falta marcada às 12h.',
      'Cancelado por falta de resposta às 12h.',
    ])
  })

  test('is refused after 14 days, and from a clock that is ahead', async () => {
    const { barber, put } = await createCommandScene(world)
    const target = seen(await put({ minutes: 600 }))
    const at = (minutes: number) => issue({ type: 'confirm', target, issuedAt: inMinutes(minutes) })
    const results = await send(barber, [at(-14 * 1440 - 1), at(6), at(-14 * 1440 + 1)])
    expect(results.map(({ error }) => error?.code)).toEqual(['COMMAND_EXPIRED', 'COMMAND_EARLY', undefined])
  })

  test('is judged by the time limits of when staff acted, at most 12 hours ago', async () => {
    const { barber, put } = await createCommandScene(world)
    const soon = await put({ status: 'CONFIRMED', minutes: 10 })
    const later = await put({ status: 'CONFIRMED', minutes: 70 })
    const acted = inMinutes(0)
    world.clock.advance({ minutes: 8 * 60 })
    const move = issue({
      type: 'move',
      target: seen(soon),
      issuedAt: acted,
      input: { startTime: '2026-03-11T17:00:00Z' },
    })
    const done = issue({ type: 'complete', target: seen(soon), after: move.id, issuedAt: '2026-03-11T17:30:00Z' })
    const results = await send(barber, [move, done])
    expect(results.map(({ outcome, appointment }) => [outcome, appointment?.status])).toEqual([
      ['applied', 'CONFIRMED'],
      ['applied', 'COMPLETED'],
    ])
    expect(results[1]?.appointment).toMatchObject({ startTime: '2026-03-11T17:00:00.000Z' })
    world.clock.advance({ minutes: 12 * 60 })
    const old = issue({ type: 'cancel', target: seen(later), issuedAt: acted })
    expect(await send(barber, [old])).toMatchObject([{ error: { code: 'APPOINTMENT_OVER' } }])
  })
})

describe('a customer', () => {
  test('gains no time for a cancellation by the clock of the device', async () => {
    const { shop, customer, put } = await createCommandScene(world)
    await world.db.updateTable('barbershops').set({ cancel_notice_minutes: 120 }).where('id', '=', shop.id).execute()
    const cancel = (target: ReturnType<typeof seen>) => issue({ type: 'cancel', target, issuedAt: inMinutes(-11 * 60) })
    const soon = await put({ minutes: 60 })
    const later = await put({ minutes: 180 })
    const results = await send(customer, [cancel(seen(soon)), cancel(seen(later))])
    expect(results.map(({ error }) => error?.code)).toEqual(['NOTICE_PASSED', undefined])
  })
})

describe('what was done without network is a fact', () => {
  test('a visit that was served while the customer cancelled is completed on request, once, with a record', async () => {
    const { barber, customer, put } = await createCommandScene(world)
    const id = await put({ status: 'CONFIRMED', minutes: 180 })
    await changeAs(customer, 'cancel', id)
    world.clock.advance({ minutes: 215 })
    const [refused] = await send(barber, [issue({ type: 'complete', target: seen(id) })])
    expect(refused).toMatchObject({ outcome: 'refused', appointment: { id, status: 'CANCELLED', version: 2 } })
    const served = () => issue({ type: 'complete', target: seen(id, 2), isServed: true })
    const [first] = await send(barber, [served()])
    expect(first).toMatchObject({ outcome: 'applied', appointment: { status: 'COMPLETED', cancelledBy: null } })
    expect(await send(barber, [served()])).toMatchObject([{ outcome: 'applied' }])
    const corrections = await world.db.selectFrom('appointment_corrections').selectAll().execute()
    expect(corrections.filter((one) => one.appointment_id === id)).toMatchObject([
      { from_status: 'CANCELLED', to_status: 'COMPLETED', corrected_by: barber.id },
    ])
  })

  test('but not before its start, not by a stranger, and not without the flag', async () => {
    const { barber, customer, stranger, put } = await createCommandScene(world)
    const id = await put({ status: 'CONFIRMED', minutes: 180 })
    await changeAs(customer, 'cancel', id)
    const served = () => issue({ type: 'complete', target: seen(id, 2), isServed: true })
    expect((await send(barber, [served()]))[0]?.error?.code).toBe('NOT_STARTED')
    world.clock.advance({ minutes: 215 })
    for (const user of [stranger, customer]) expect((await send(user, [served()]))[0]?.outcome).toBe('refused')
    const [unmarked] = await send(barber, [issue({ type: 'complete', target: seen(id, 2) })])
    expect(unmarked?.error?.code).toBe('STATE_CHANGED')
  })

  test('a walk-in that is over is stored as completed where its time was booked meanwhile, or is long ago', async () => {
    const { shop, barber, membership, service, put } = await createCommandScene(world)
    const walkIn = issue({
      type: 'walkIn',
      input: { barberId: membership.id, serviceId: service.id, customerName: 'Zeca' },
    })
    const counted = async () =>
      (
        await world.db
          .selectFrom('barbershops')
          .select('completed_count')
          .where('id', '=', shop.id)
          .executeTakeFirstOrThrow()
      ).completed_count
    const before = await counted()
    await put({ status: 'CONFIRMED', minutes: 10 })
    world.clock.advance({ minutes: 60 })
    const [taken] = await send(barber, [walkIn])
    expect(taken).toMatchObject({
      outcome: 'applied',
      appointment: { status: 'COMPLETED', isWalkIn: true, startTime: noonInSaoPaulo },
    })
    expect(await send(barber, [walkIn])).toMatchObject([
      { outcome: 'applied', appointment: { id: taken?.appointment?.id } },
    ])
    expect(await counted()).toBe(before + 1)
    const late = issue({ type: 'walkIn', input: { barberId: membership.id, serviceId: service.id } })
    world.clock.advance({ minutes: 20 * 60 })
    expect(await send(barber, [late])).toMatchObject([{ outcome: 'applied', appointment: { status: 'COMPLETED' } }])
  })

  test('a walk-in that still takes time is refused where its time is taken', async () => {
    const { barber, membership, service, put } = await createCommandScene(world)
    const walkIn = issue({ type: 'walkIn', input: { barberId: membership.id, serviceId: service.id } })
    await put({ status: 'CONFIRMED', minutes: 10 })
    world.clock.advance({ minutes: 20 })
    expect((await send(barber, [walkIn]))[0]?.error?.code).toBe('SLOT_TAKEN')
  })
})

describe('a slot that is taken', () => {
  test('a walk-in gets the next gap of the barber, then colleagues who are at work and free', async () => {
    const { shop, barber, owner, membership, service, put } = await createCommandScene(world, { barberCount: 3 })
    await put({ status: 'CONFIRMED', minutes: 0 })
    await put({ status: 'CONFIRMED', minutes: 30 })
    const [, colleague, absent] = shop.barbers
    const away = { starts_at: new Date('2026-03-11T12:00:00Z'), ends_at: new Date('2026-03-11T20:00:00Z') }
    await world.db
      .insertInto('time_off')
      .values({ barber_id: absent?.id as string, ...away })
      .execute()
    const input = { barberId: membership.id, serviceId: service.id }
    const [result] = await send(owner, [issue({ type: 'walkIn', input })])
    expect(result).toMatchObject({
      outcome: 'refused',
      appointment: null,
      error: { code: 'SLOT_TAKEN', message: 'Horário ocupado: encaixar às 13h?' },
      alternatives: [
        { kind: 'same-barber', barberId: membership.id, startTime: inMinutes(60), time: '13:00' },
        { kind: 'same-time', barberId: colleague?.id, startTime: inMinutes(0), time: '12:00' },
      ],
    })
    // A barber may not add one for a colleague.
    const [own] = await send(barber, [issue({ type: 'walkIn', input })])
    expect(own?.alternatives).toEqual(result?.alternatives?.slice(0, 1))
    const again = issue({ type: 'walkIn', input: { ...input, startTime: result?.alternatives?.[0]?.startTime } })
    expect(await send(barber, [again])).toMatchObject([{ outcome: 'applied' }])
  })

  test('bookings and moves get other slots, without the name of another customer', async () => {
    const { shop, barber, membership, service, put } = await createCommandScene(world)
    const id = await put({ status: 'CONFIRMED', minutes: 60 })
    const blocking = await put({ status: 'CONFIRMED', minutes: 1440, customer: null })
    await world.db.updateTable('appointments').set({ customer_name: 'Zoé' }).where('id', '=', blocking).execute()
    const startTime = inMinutes(1440)
    const booking = { barberId: membership.id, serviceIds: [service.id], startTime }
    const newCustomer = { name: 'Caio Melo', phone: '62988886666' }
    const results = await send(barber, [
      issue({ type: 'book', barbershopId: shop.id, input: { ...booking, newCustomer } }),
      issue({ type: 'move', target: seen(id), input: { startTime } }),
      issue({ type: 'walkIn', input: { barberId: membership.id, serviceId: service.id, startTime: inMinutes(-721) } }),
    ])
    expect(results.map(({ error }) => [error?.code, error?.message.replace(/\d\dh\d\d/, 'hora')])).toEqual([
      ['SLOT_TAKEN', 'Horário ocupado: marcar às hora?'],
      ['SLOT_TAKEN', 'Horário ocupado: mudar para as hora?'],
      ['SLOT_UNAVAILABLE', 'Este horário não está disponível. Escolha outro.'],
    ])
    expect(results[1]?.appointment).toMatchObject({ id, startTime: inMinutes(60) })
    expect(results[1]?.alternatives?.length).toBeGreaterThan(1)
    const stored = await world.db.selectFrom('client_commands').select('result').execute()
    expect(JSON.stringify(stored)).not.toContain('Zoé')
  })
})

describe('the names of barbers', () => {
  test('are read for each response, and not stored', async () => {
    const { shop, barber, owner, membership, service, put } = await createCommandScene(world, { barberCount: 2 })
    await put({ status: 'CONFIRMED', minutes: 0 })
    const colleague = shop.barbers[1] as (typeof shop.barbers)[0]
    const agreed = await put({ status: 'CONFIRMED', minutes: 300 })
    await world.db
      .insertInto('barber_services')
      .values({ barber_id: colleague.id, barbershop_id: shop.id, service_id: service.id, is_provided: false })
      .execute()
    const nameOf = async (id: string) =>
      (await world.db.selectFrom('users').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name
    const own = await nameOf(barber.id)
    const other = await nameOf(colleague.userId)
    const commands = [
      issue({ type: 'walkIn', input: { barberId: membership.id, serviceId: service.id } }),
      issue({
        type: 'move',
        target: seen(agreed),
        input: { startTime: inMinutes(360), barberId: colleague.id },
      }),
    ]
    const results = await send(owner, commands)
    expect(results[0]?.alternatives).toMatchObject([{ barberName: own }])
    expect(results[1]?.error?.message).toBe(`${other} não faz este serviço.`)
    const stored = await world.db.selectFrom('client_commands').select('result').execute()
    for (const name of [own, other, 'barberName']) expect(JSON.stringify(stored)).not.toContain(name)
    await world.db.updateTable('users').set({ name: 'Novo Nome' }).where('id', '=', barber.id).execute()
    expect((await send(owner, commands))[0]?.alternatives).toMatchObject([{ barberName: 'Novo Nome' }])
    await world.db.updateTable('barbers').set({ removed_at: new Date() }).where('barbershop_id', '=', shop.id).execute()
    const gone = await send(owner, commands)
    expect(gone.map(({ error }) => error?.message)).toEqual(['Horário ocupado.', 'Este barbeiro não faz este serviço.'])
    expect(gone[0]?.alternatives).toEqual([])
  })
})

describe('commands that depend on earlier ones', () => {
  test('act on what the device created, and on the version that it left', async () => {
    const { barber, membership, service } = await createCommandScene(world)
    const walkIn = issue({ type: 'walkIn', input: { barberId: membership.id, serviceId: service.id } })
    const done = issue({ type: 'complete', target: { commandId: walkIn.id } })
    const undone = issue({ type: 'correct', target: { commandId: walkIn.id }, after: done.id, status: 'CANCELLED' })
    expect((await send(barber, [walkIn])).map(({ outcome }) => outcome)).toEqual(['applied'])
    const results = await send(barber, [done, undone])
    expect(results.map(({ outcome, appointment }) => [outcome, appointment?.status, appointment?.version])).toEqual([
      ['applied', 'COMPLETED', 2],
      ['applied', 'CANCELLED', 3],
    ])
  })

  test('are refused after a refused one, and after one of another device', async () => {
    const { barber, customer, put } = await createCommandScene(world)
    const id = await put({ minutes: 600 })
    await changeAs(customer, 'cancel', id)
    const accepted = issue({ type: 'confirm', target: seen(id) })
    const moved = issue({ type: 'move', target: seen(id), after: accepted.id, input: { startTime: inMinutes(660) } })
    const other = await put({ minutes: 700 })
    const first = issue({ type: 'confirm', target: seen(other) })
    const second = issue({ type: 'cancel', target: seen(other) })
    const results = await send(barber, [accepted, moved, first])
    expect(results.map(({ error }) => error?.code)).toEqual(['STATE_CHANGED', 'COMMAND_DEPENDENT', undefined])
    expect(results[1]).toMatchObject({
      appointment: { id, status: 'CANCELLED' },
      error: { message: 'Não foi feito, porque o que veio antes dele não foi aceito.' },
    })
    const [foreign] = await send(barber, [{ ...second, after: first.id }], crypto.randomUUID())
    expect(foreign).toMatchObject({ outcome: 'refused', error: { code: 'COMMAND_DEPENDENT' } })
  })

  test('two notes of one device follow each other, and those of another device conflict', async () => {
    const { shop, barber } = await createCommandScene(world)
    const profile = { barbershop_id: shop.id, name: 'Rui Lima', phone: '+5562999990003' }
    const { id: customerId } = await world.db
      .insertInto('customer_profiles')
      .values(profile)
      .returning('id')
      .executeTakeFirstOrThrow()
    const note = (notes: string, after?: string) =>
      issue({ type: 'note', customerId, input: { version: 1, notes }, ...(after && { after }) })
    const first = note('Máquina 2')
    const commands = [first, note('Máquina 3', first.id), note('Máquina 1'), note('Máquina 3')]
    const results = await send(barber, commands)
    expect(results.map(({ customer, error }) => [customer?.version, error?.code])).toEqual([
      [2, undefined],
      [3, undefined],
      [undefined, 'EDIT_CONFLICT'],
      // The other device wrote the same.
      [3, undefined],
    ])
  })
})

describe('what fails otherwise', () => {
  test('each command needs what its endpoint needs, and one that is refused does not stop the others', async () => {
    const { shop, customer, barber, stranger, membership, service, put } = await createCommandScene(world)
    const id = await put({ minutes: 600 })
    const booking = {
      barberId: membership.id,
      serviceIds: [service.id],
      startTime: inMinutes(300),
      customerId: crypto.randomUUID(),
    }
    const pause = { startDate: '2026-03-12', endDate: '2026-03-12' }
    const commands = () => [
      issue({ type: 'complete', target: seen(id) }),
      issue({ type: 'walkIn', input: { barberId: membership.id, serviceId: service.id } }),
      issue({ type: 'book', barbershopId: shop.id, input: booking }),
      issue({ type: 'break', barberId: membership.id, input: pause }),
      issue({ type: 'note', customerId: crypto.randomUUID(), input: { version: 1, notes: 'x' } }),
      issue({ type: 'cancel', target: seen(id) }),
    ]
    const codesOf = async (user: SceneCustomer) => (await send(user, commands())).map(({ error }) => error?.code)
    const forbidden = Array(4).fill('FORBIDDEN')
    expect(await codesOf(stranger)).toEqual(['APPOINTMENT_NOT_FOUND', ...forbidden, 'APPOINTMENT_NOT_FOUND'])
    expect(await codesOf(customer)).toEqual(['FORBIDDEN', ...forbidden, undefined])
    expect(await codesOf(barber)).toEqual([
      ...['STATE_CHANGED', undefined, 'CUSTOMER_NOT_FOUND'],
      ...[undefined, 'CUSTOMER_NOT_FOUND', 'STATE_CHANGED'],
    ])
  })

  // Not among the commands of these tests.
  const refuse = () => Promise.reject(new Error('no queue'))
  const noQueue = { addToQueue: refuse, changeByStaff: refuse, startEntry: refuse }

  test('an unexpected error leaves its command and the later ones to a retry', async () => {
    const { barber, put } = await createCommandScene(world)
    const first = await put({ minutes: 600 })
    const last = await put({ minutes: 700 })
    const commands = [
      issue({ type: 'confirm', target: seen(first) }),
      issue({ type: 'note', customerId: crypto.randomUUID(), input: { version: 1, notes: 'x' } }),
      issue({ type: 'confirm', target: seen(last) }),
    ]
    const fail = () => Promise.reject(new Error('connection lost'))
    const deps = { ...world, countAttempts: async () => {}, addTimeOff, editProfile: fail, queue: noQueue }
    const batch = { caller: callerOf(barber), deviceId: crypto.randomUUID(), log: world.app.log }
    const results = await runCommands(deps, { ...batch, commands })
    expect(results.map(({ id, outcome }) => [id, outcome])).toEqual([[commands[0]?.id, 'applied']])
    await expect(runCommands(deps, { ...batch, commands: commands.slice(1) })).rejects.toThrow('connection lost')
    const retried = await send(barber, commands, batch.deviceId)
    expect(retried.map(({ outcome }) => outcome)).toEqual(['applied', 'refused', 'applied'])
  })

  test('a batch that takes too long is cut, and goes on with the rest', async () => {
    const { barber, put } = await createCommandScene(world)
    const commands = [await put({ minutes: 600 }), await put({ minutes: 700 })].map((id) =>
      issue({ type: 'confirm', target: seen(id) }),
    )
    const deps = { ...world, countAttempts: async () => {}, addTimeOff, editProfile, queue: noQueue }
    const batch = { caller: callerOf(barber), deviceId: crypto.randomUUID(), log: world.app.log, commands }
    expect((await runCommands(deps, batch, 0)).map(({ id }) => id)).toEqual([commands[0]?.id])
    const rest = await runCommands(deps, { ...batch, commands: commands.slice(1) }, 0)
    expect(rest.map(({ outcome }) => outcome)).toEqual(['applied'])
  })

  test('results are kept for 30 days', async () => {
    const { barber, put } = await createCommandScene(world)
    const command = issue({ type: 'confirm', target: seen(await put({ minutes: 60_000 })) })
    await send(barber, [command])
    const isStored = async () =>
      (await world.db.selectFrom('client_commands').select('id').where('id', '=', command.id).execute()).length === 1
    world.clock.advance({ minutes: 30 * 1440 - 1 })
    await sweepCommands(world)
    expect(await isStored()).toBe(true)
    world.clock.advance({ minutes: 2 })
    await sweepCommands(world)
    expect(await isStored()).toBe(false)
  })
})
