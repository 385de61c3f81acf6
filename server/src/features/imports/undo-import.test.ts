import { appointmentsApi } from '@na-regua/contract/appointments'
import { customersApi } from '@na-regua/contract/customers'
import { importsApi } from '@na-regua/contract/imports'
import { staffBookingsApi } from '@na-regua/contract/staff-bookings'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createHarness } from '../../../test/harness.ts'
import { agenda, createImportScene, customersFile } from '../../../test/import-scene.ts'
import { runUndo } from './undo-import.ts'

const world = await createHarness()
afterAll(() => world.close())

let scene: Awaited<ReturnType<typeof createImportScene>>
beforeEach(async () => {
  scene = await createImportScene(world)
})

describe('an undo', () => {
  test('removes what the import created, keeps what was used or changed since, and says so', async () => {
    const { done } = await scene.runImport('customers', customersFile)
    const [, ana, known, rui] = await scene.profiles()
    const { owner, shop, membership, service } = scene
    await world.call(customersApi.update, {
      token: owner.token,
      params: { id: ana?.id ?? '' },
      body: { version: 1, notes: 'x' },
    })
    await world.call(customersApi.block, {
      token: owner.token,
      params: { id: known?.id ?? '' },
      body: { isBlocked: true },
    })
    const booked = await world.call(staffBookingsApi.book, {
      token: owner.token,
      params: { id: shop.id },
      body: {
        barberId: membership.id,
        serviceIds: [service.id],
        startTime: '2026-03-12T12:00:00Z',
        customerId: rui?.id,
      },
    })
    expect(booked.status).toBe(201)
    const { response, done: undone } = await scene.undo(done.id)
    expect(response.body.import.status).toBe('UNDOING')
    expect(undone).toMatchObject({
      status: 'UNDONE',
      removed: 1,
      retainedCount: 3,
      undoUntil: null,
      retained: [
        { row: 2, name: 'Ana Lima', reason: 'Mudou desde a importação' },
        { row: 3, name: 'Rui Dias', reason: 'Tem agendamento' },
        { row: 10, name: 'Já Cliente', reason: 'Mudou desde a importação' },
      ],
    })
    expect((await scene.profiles()).map(({ name }) => name)).toEqual(['Ana Lima', 'Já Cliente', 'Rui Dias'])
    expect((await scene.undo(done.id)).done).toEqual(undone)
  })

  test('keeps who has a standing appointment or is in the queue, and services that either of them names', async () => {
    const services = (await scene.runImport('services', 'Serviço;Preço\nBarba;40,00\nPezinho;15,00\nLivre;10,00')).done
    const { done } = await scene.runImport('customers', customersFile)
    const [, ana, , rui] = await scene.profiles()
    await insertSeries(ana?.id ?? '', await findServiceId('Barba'))
    await insertQueueEntry(rui?.id ?? '', await findServiceId('Pezinho'))
    const { done: undone } = await scene.undo(done.id)
    expect(undone).toMatchObject({
      status: 'UNDONE',
      removed: 2,
      retained: [
        { row: 2, name: 'Ana Lima', reason: 'Tem ou teve horário fixo' },
        { row: 3, name: 'Rui Dias', reason: 'Está na fila ou já esteve' },
      ],
    })
    expect((await scene.undo(services.id)).done).toMatchObject({
      removed: 1,
      retained: [
        { row: 2, name: 'Barba', reason: 'Está em uso' },
        { row: 3, name: 'Pezinho', reason: 'Está em uso' },
      ],
    })
  })

  test('keeps who has a visit', async () => {
    const { done } = await scene.runImport('customers', customersFile)
    const [, ana] = await scene.profiles()
    await sql`
      insert into visits (id, barbershop_id, day, number, profile_id, status, opened_at)
      values (gen_random_uuid(), ${scene.shop.id}, '2026-03-11', 1, ${ana?.id}, 'OPEN', ${world.clock.now()})`.execute(
      world.db,
    )
    const { done: undone } = await scene.undo(done.id)
    expect(undone).toMatchObject({ retained: [{ row: 2, name: 'Ana Lima', reason: 'Tem comanda' }] })
  })

  async function findServiceId(name: string): Promise<string> {
    const found = world.db.selectFrom('services').select('id').where('barbershop_id', '=', scene.shop.id)
    return (await found.where('name', '=', name).executeTakeFirstOrThrow()).id
  }

  async function insertSeries(profileId: string, serviceId: string) {
    const now = world.clock.now()
    await world.db
      .insertInto('appointment_series')
      .values({
        id: sql`gen_random_uuid()`,
        barbershop_id: scene.shop.id,
        barber_id: scene.membership.id,
        profile_id: profileId,
        is_by_staff: true,
        service_ids: [serviceId],
        interval_weeks: 2,
        first_date: '2026-03-20',
        minute: 600,
        price_cents: 4000,
        status: 'ACTIVE',
        fill_after: now,
        created_at: now,
        updated_at: now,
      })
      .execute()
  }

  async function insertQueueEntry(profileId: string, serviceId: string) {
    const now = world.clock.now()
    await world.db
      .insertInto('queue_entries')
      .values({
        id: sql`gen_random_uuid()`,
        barbershop_id: scene.shop.id,
        profile_id: profileId,
        service_id: serviceId,
        source: 'staff',
        added_by: scene.owner.id,
        status: 'WAITING',
        rank: 1,
        joined_at: now,
        changed_at: now,
      })
      .execute()
  }

  test('of appointments: those ahead and untouched, and customers without another one', async () => {
    const { done } = await scene.runImport('appointments', agenda, {
      services: [{ name: 'Progressiva', id: scene.service.id }],
    })
    const [first, second] = await scene.appointments()
    await world.call(appointmentsApi.cancel, {
      token: scene.barber.token,
      params: { id: second?.id ?? '' },
      body: { reason: 'x' },
    })
    const { done: undone } = await scene.undo(done.id)
    expect(undone).toMatchObject({
      removed: 6,
      retained: [{ row: 3, name: 'Rui Dias', reason: 'Mudou desde a importação' }],
    })
    expect((await scene.appointments()).map(({ id }) => id)).toEqual([second?.id])
    expect(first?.id).not.toBe(second?.id)
    expect(await scene.profiles()).toEqual([])
  })

  test('of services: one that was booked and one that was edited stay', async () => {
    const file = 'Serviço;Preço\nBarba quente;40,00\nSobrancelha;20,00\nPezinho;15,00'
    const { done } = await scene.runImport('services', file)
    const { owner, shop, membership } = scene
    const services = await world.db
      .selectFrom('services')
      .select(['id', 'name'])
      .where('barbershop_id', '=', shop.id)
      .orderBy('position')
      .execute()
    const idOf = (name: string) => services.find((service) => service.name === name)?.id ?? ''
    const booking = { barberId: membership.id, serviceIds: [idOf('Barba quente')], startTime: '2026-03-12T12:00:00Z' }
    const booked = await world.call(staffBookingsApi.book, {
      token: owner.token,
      params: { id: shop.id },
      body: { ...booking, newCustomer: { name: 'Rui Lima', phone: '62977776666' } },
    })
    expect(booked.status).toBe(201)
    await world.db.updateTable('services').set({ price_cents: 2500 }).where('id', '=', idOf('Pezinho')).execute()
    const { done: undone } = await scene.undo(done.id)
    expect(undone).toMatchObject({
      removed: 1,
      retained: [
        { row: 2, name: 'Barba quente', reason: 'Está em uso' },
        { row: 4, name: 'Pezinho', reason: 'Mudou desde a importação' },
      ],
    })
    const left = await world.db.selectFrom('services').select('name').where('barbershop_id', '=', shop.id).execute()
    expect(left.map(({ name }) => name).toSorted()).toEqual(['Barba quente', 'Corte 30', 'Pezinho'])
  })

  test('is possible for 7 days', async () => {
    const { done } = await scene.runImport('customers', customersFile)
    expect(done.undoUntil).toBe('2026-03-18T15:00:00.000Z')
    world.clock.advance({ minutes: 7 * 1440 + 1 })
    const late = await scene.call(importsApi.undo, done.id)
    expect([late.status, late.body.code]).toEqual([422, 'IMPORT_FINAL'])
    expect(await scene.profiles()).toHaveLength(4)
    world.clock.set('2026-03-11T15:00:00Z')
  })
})

describe('an undo that fails', () => {
  /** From the second batch on. */
  const failWith = (code: string) =>
    sql`
      create function refuse_deletion() returns trigger language plpgsql as $$ begin
        if (select count(*) from customer_profiles where name like 'Cliente %') > 400 then return old; end if;
        raise exception 'refused' using errcode = ${sql.lit(code)};
      end $$;
      create trigger refuse_deletion before delete on customer_profiles for each row execute function refuse_deletion()`.execute(
      world.db,
    )
  const repair = () => sql`drop function if exists refuse_deletion cascade`.execute(world.db)
  afterEach(async () => {
    await repair()
    world.clock.set('2026-03-11T15:00:00Z')
  })

  async function importMany() {
    const rows = Array.from({ length: 600 }, (_, at) => `Cliente ${at};629${88_000_000 + at}`)
    return (await scene.runImport('customers', `Nome;Celular\n${rows.join('\n')}`)).done.id as string
  }

  test('for good ends as an import that is done, and another undo removes the rest', async () => {
    const id = await importMany()
    await failWith('22P05')
    expect((await scene.undo(id)).done).toMatchObject({ status: 'DONE', removed: 200, retainedCount: 0 })
    expect((await scene.get(id)).undoUntil).not.toBeNull()
    const { rows } = await sql`select from graphile_worker._private_jobs where key = ${`import:${id}`}`.execute(
      world.db,
    )
    expect(rows).toEqual([])
    await repair()
    expect((await scene.undo(id)).done).toMatchObject({ status: 'UNDONE', removed: 600, retainedCount: 0 })
    expect(await scene.profiles()).toEqual([])
  })

  test('because of an outage continues however long that was; with another error it ends after an hour', async () => {
    const id = await importMany()
    await world.call(importsApi.undo, { params: { id }, token: scene.owner.token })
    const startedAt = world.clock.now().toISOString()
    const run = () => runUndo(world, { importId: id, startedAt }).catch((error: Error) => error.name)
    const runWith = async (code: string) => {
      await repair()
      await failWith(code)
      return [(await run()) === 'PermanentFailure', (await scene.get(id)).status]
    }
    expect(await runWith('XX000')).toEqual([false, 'UNDOING'])
    world.clock.advance({ minutes: 61 })
    expect(await runWith('57P03')).toEqual([false, 'UNDOING'])
    expect(await runWith('XX000')).toEqual([true, 'DONE'])
  })
})
