import { staffBookingsApi } from '@na-regua/contract/staff-bookings'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createHarness } from '../../../test/harness.ts'
import { createImportScene, importCounts } from '../../../test/import-scene.ts'

const world = await createHarness()
afterAll(() => world.close())

let scene: Awaited<ReturnType<typeof createImportScene>>
beforeEach(async () => {
  scene = await createImportScene(world)
})

const limitTo = (max_customers: number) =>
  world.db.updateTable('barbershops').set({ max_customers }).where('id', '=', scene.shop.id).execute()

const REASON = 'A barbearia chegou ao limite de 2 clientes. Para ter mais, escreva para a gente em Contato'

const customersFile = ['Nome;Celular', ...[1, 2, 3, 4].map((at) => `Cliente ${at};6298888000${at}`)].join('\n')

test('a barbershop has at most 20,000 customers, unless more were agreed', async () => {
  const { max_customers } = await world.db
    .selectFrom('barbershops')
    .select('max_customers')
    .where('id', '=', scene.shop.id)
    .executeTakeFirstOrThrow()
  expect(max_customers).toBe(20_000)
})

test('an import adds customers up to the limit, and says before and afterwards which rows it leaves out', async () => {
  await limitTo(2)
  const { report, done } = await scene.runImport('customers', customersFile)
  const counts = importCounts({ new: 2, wrong: 2 })
  const problems = [4, 5].map((row) => ({ row, outcome: 'wrong', reason: REASON }))
  expect([report.counts, done.counts]).toEqual([counts, counts])
  expect(report.problems).toMatchObject(problems)
  expect(done.problems).toMatchObject(problems)
  expect((await scene.profiles()).map(({ name }) => name)).toEqual(['Cliente 1', 'Cliente 2'])
  // The known ones stay known, and with a higher limit the rest follows.
  await limitTo(3)
  expect((await scene.runImport('customers', customersFile)).done.counts).toEqual(
    importCounts({ known: 2, new: 1, wrong: 1 }),
  )
})

test('two imports at once add no more than the limit together', async () => {
  await limitTo(2)
  const other = customersFile.replaceAll('Cliente', 'Outro').replaceAll('8888', '7777')
  const drafts = [(await scene.upload('customers', customersFile)).body, (await scene.upload('customers', other)).body]
  for (const draft of drafts) await scene.commit(draft.import.id, (await scene.check(draft)).version)
  await scene.mailbox.deliver()
  expect(await scene.profiles()).toHaveLength(2)
})

test('appointments of customers who would be too many are left out, those of known ones are not', async () => {
  await scene.runImport('customers', customersFile)
  await limitTo(2)
  const file = [
    'Data;Hora;Cliente;Telefone;Serviço;Profissional',
    `12/03/2026;10:00;Cliente 1;62988880001;Corte;Beto`,
    `12/03/2026;11:00;Nova;62988889999;Corte;Beto`,
    `12/03/2026;12:00;Sem telefone;;Corte;Beto`,
  ].join('\n')
  const { done } = await scene.runImport('appointments', file)
  expect(done.counts).toEqual(importCounts({ new: 2, wrong: 1 }))
  expect(done.problems).toMatchObject([{ row: 3, outcome: 'wrong', reason: REASON }])
})

test('a booking by phone of a new customer is refused, of a known one not', async () => {
  await scene.runImport('customers', customersFile)
  await limitTo(4)
  const book = (phone: string, startTime: string) =>
    world.call(staffBookingsApi.book, {
      token: scene.barber.token,
      params: { id: scene.shop.id },
      body: {
        barberId: scene.membership.id,
        serviceIds: [scene.service.id],
        startTime,
        newCustomer: { name: 'Ana', phone },
      },
    })
  expect(await book('62988889999', '2026-03-12T12:00:00.000Z')).toMatchObject({
    status: 409,
    body: { code: 'CUSTOMER_LIMIT' },
  })
  expect((await book('62988880001', '2026-03-12T12:00:00.000Z')).status).toBe(201)
})
