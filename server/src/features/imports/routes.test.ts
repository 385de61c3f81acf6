import { customersApi } from '@na-regua/contract/customers'
import { type ImportDraft, importsApi } from '@na-regua/contract/imports'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createHarness } from '../../../test/harness.ts'
import { createImportScene, customersFile, importCounts, withoutLabels } from '../../../test/import-scene.ts'
import { createOutsiders } from '../../../test/owner-scene.ts'
import { runImport } from './run-import.ts'
import { sweepImports } from './undo-import.ts'

const world = await createHarness()
afterAll(() => world.close())

let scene: Awaited<ReturnType<typeof createImportScene>>
beforeEach(async () => {
  scene = await createImportScene(world)
})

describe('customers', () => {
  test('a dry run says what is new, known, doubled and wrong with row and reason, and writes nothing', async () => {
    await world.db
      .insertInto('customer_profiles')
      .values({ barbershop_id: scene.shop.id, name: 'Conhecido', phone: '+5562977770001', notes: 'fica' })
      .execute()
    const { status, body } = await scene.upload('customers', customersFile)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.mapping).toMatchObject({ columns: ['name', 'phone', 'notes', 'tags'], areaCode: '62' })
    expect(body.columns[0]).toEqual({ header: 'Nome', samples: ['Ana Lima', 'Rui Dias', 'Ana de Novo'] })
    const report = await scene.check(body)
    expect(report.counts).toEqual(importCounts({ new: 3, known: 1, doubled: 1, wrong: 4 }))
    expect(withoutLabels(report)).toEqual([
      { row: 5, outcome: 'wrong', reason: 'Falta o telefone, que diferencia um cliente do outro' },
      { row: 6, outcome: 'wrong', reason: 'Falta o nome' },
      { row: 7, outcome: 'wrong', reason: 'Telefone inválido' },
      { row: 9, outcome: 'wrong', reason: 'O nome não pode ter o endereço de um site.' },
      { row: 4, outcome: 'doubled', reason: 'O telefone já está na linha 2' },
      { row: 10, outcome: 'known', reason: 'Já é cliente desta barbearia' },
    ])
    expect(report.samples[0]).toEqual({ row: 2, text: 'Ana Lima, (62) 99999-0001' })
    expect(await scene.profiles()).toHaveLength(1)
    expect((await scene.get(body.import.id)).status).toBe('DRAFT')
  })

  test('are imported with their email and birthday, for the profile and without the year', async () => {
    const file = [
      'Nome;Celular;E-mail;Data de nascimento',
      'Ana Lima;62999990001;ana@exemplo.com.br;24/08/1997',
      'Rui Dias;62999990002;nenhum;31/02/1990',
    ].join('\n')
    const { draft, report, done } = await scene.runImport('customers', file)
    expect(draft.mapping.columns).toEqual(['name', 'phone', 'email', 'birthday'])
    expect(report.samples[0]?.text).toBe('Ana Lima, (62) 99999-0001, ana@exemplo.com.br, 24/08')
    expect(report.notes).toEqual([
      'E-mail inválido: o cliente entra sem ele (linha 3).',
      'Aniversário inválido: o cliente entra sem ele (linha 3).',
    ])
    expect(done.counts).toEqual(importCounts({ new: 2 }))
    const [ana, rui] = await scene.profiles()
    expect(ana).toMatchObject({ email: 'ana@exemplo.com.br', birthday: '08-24' })
    expect(rui).toMatchObject({ email: null, birthday: null })
    const profile = await world.call(customersApi.get, { token: scene.owner.token, params: { id: ana?.id ?? '' } })
    expect(profile.body.customer).toMatchObject({
      email: 'ana@exemplo.com.br',
      isEmailHidden: false,
      birthday: '08-24',
    })
  })

  test('of a table that was read wrong are read again as the owner says, and imported so', async () => {
    const file = Buffer.from('Ana Lima;629999-90001\nJo\u00e3o Dias;62999990002', 'latin1')
    const first: ImportDraft = (await scene.upload('customers', file)).body
    expect(first.reading).toMatchObject({ separator: ';', headerRow: 0, encoding: 'windows-1252' })
    const options = 'customers&separator=%3B&headerRow=1&encoding=ibm850' as 'customers'
    const second: ImportDraft = (await scene.upload(options, file)).body
    expect(second.reading).toMatchObject({ separator: ';', headerRow: 1, encoding: 'ibm850' })
    expect(second.mapping).toMatchObject({ separator: ';', headerRow: 1 })
    expect((await scene.check(second, { columns: ['name', 'phone'] })).samples[0]?.text).toMatch('JoÒo Dias')
    const { done } = await scene.runImport('customers', file, { columns: ['name', 'phone'] })
    expect(done.counts).toEqual(importCounts({ new: 2 }))
  })

  test('are imported once with their notes, are known the second time, and no name becomes a formula', async () => {
    const { done, draft, report } = await scene.runImport('customers', customersFile)
    expect(done).toMatchObject({
      status: 'DONE',
      rows: 9,
      handled: 9,
      counts: importCounts({ new: 4, doubled: 1, wrong: 4 }),
    })
    expect(done.problems.map(({ row }: { row: number }) => row)).toEqual([5, 6, 7, 9, 4])
    expect((await scene.profiles()).map(({ name, phone }) => [name, phone])).toEqual([
      ['=1+1', '+5562999990004'],
      ['Ana Lima', '+5562999990001'],
      ['Já Cliente', '+5562977770001'],
      ['Rui Dias', '+5562999990002'],
    ])
    expect((await scene.profiles())[1]).toMatchObject({ notes: 'Máquina 2;\nsem gel', tags: ['VIP', 'Barba'] })
    const repeated = await scene.commit(draft.import.id, report.version)
    expect([repeated.status, repeated.body.import.status]).toEqual([200, 'DONE'])
    expect((await scene.runImport('customers', customersFile)).done.counts).toEqual(
      importCounts({ known: 4, doubled: 1, wrong: 4 }),
    )
    const csv = await world.call(customersApi.exportCsv, { token: scene.owner.token, params: { id: scene.shop.id } })
    expect(csv.body).toContain("\r\n'=1+1;62999990004;")
  })

  test('the owner corrects the mapping; Windows-1252, headers of attacks and long fields are harmless', async () => {
    const file = Buffer.from(
      '__proto__;constructor;toString\nJo\u00e3o Concei\u00e7\u00e3o;x;99999-0009\nToo;x;1'.replace(
        'Too',
        'T'.repeat(5000),
      ),
      'latin1',
    )
    const draft: ImportDraft = (await scene.upload('customers', file)).body
    expect(draft.mapping.columns).toEqual([null, null, null])
    const refused = await scene.call(importsApi.check, draft.import.id, draft.mapping)
    expect([refused.body.code, refused.body.message]).toEqual(['IMPORT_INVALID', 'Diga qual coluna tem o nome.'])
    const columns: ImportDraft['mapping']['columns'] = ['name', null, 'phone']
    const report = await scene.check(draft, { columns })
    expect(withoutLabels(report)).toEqual([{ row: 3, outcome: 'wrong', reason: 'O nome tem mais de 120 letras' }])
    const { done } = await scene.runImport('customers', file, { columns })
    expect(done.counts).toEqual(importCounts({ new: 1, wrong: 1 }))
    expect(await scene.profiles()).toMatchObject([{ name: 'João Conceição', phone: '+5562999990009' }])
  })

  test('a commit is for the mapping that was checked; two at once import once; the file is deleted', async () => {
    const draft: ImportDraft = (await scene.upload('customers', customersFile)).body
    const first = await scene.check(draft)
    const second = await scene.check(draft)
    expect((await scene.commit(draft.import.id, first.version)).body.code).toBe('EDIT_CONFLICT')
    const both = await Promise.all([1, 2].map(() => scene.commit(draft.import.id, second.version)))
    expect(both.map(({ status, body }) => [status, body.import.status])).toEqual([
      [200, 'RUNNING'],
      [200, 'RUNNING'],
    ])
    expect((await scene.call(importsApi.check, draft.import.id, draft.mapping)).body.code).toBe('IMPORT_CLOSED')
    expect((await scene.call(importsApi.undo, draft.import.id)).body.code).toBe('IMPORT_CLOSED')
    // The job twice at once, as after a worker that was believed to be dead.
    await Promise.all([1, 2].map(() => runImport(world, { importId: draft.import.id })))
    await scene.mailbox.deliver()
    expect(await scene.get(draft.import.id)).toMatchObject({
      status: 'DONE',
      counts: importCounts({ new: 4, doubled: 1, wrong: 4 }),
    })
    expect(await scene.profiles()).toHaveLength(4)
    const { rows } = await sql`select from imports where id = ${draft.import.id} and content is not null`.execute(
      world.db,
    )
    expect(rows).toEqual([])
  })

  test('two imports into one barbershop share a customer: one adds them, the other knows them', async () => {
    const file = `Nome;Celular\n${Array.from({ length: 600 }, (_, at) => `Cliente ${at};629${88_000_000 + at}`).join('\n')}`
    const reversed = `Nome;Celular\n${file.split('\n').slice(1).reverse().join('\n')}`
    const started = await Promise.all(
      [file, reversed].map(async (text) => {
        const draft: ImportDraft = (await scene.upload('customers', text)).body
        await scene.commit(draft.import.id, (await scene.check(draft)).version)
        return draft.import.id
      }),
    )
    await Promise.all(started.map((importId) => runImport(world, { importId })))
    const done = await Promise.all(started.map(scene.get))
    expect(done.reduce((sum, { counts: { new: added } }) => sum + added, 0)).toBe(600)
    expect(done.reduce((sum, { counts: { known } }) => sum + known, 0)).toBe(600)
    expect(await scene.profiles()).toHaveLength(600)
  })
})

test('services with prices in commas; known ones stay; at most 100', async () => {
  const many = Array.from({ length: 120 }, (_, at) => `Serviço ${at};10,00;20`)
  const file = [
    'Serviço;Preço;Duração;Descrição',
    'Barba & Toalha;"R$ 45,50";45 min;Quente',
    'CORTE  30;1,00;10;',
    'Grátis;grátis;;',
    'Sem preço;;30;',
    ...many,
  ].join('\n')
  const { done } = await scene.runImport('services', file)
  expect(done.counts).toEqual(importCounts({ new: 99, known: 1, wrong: 24 }))
  const services = await world.db
    .selectFrom('services')
    .selectAll()
    .where('barbershop_id', '=', scene.shop.id)
    .orderBy('position')
    .execute()
  expect(services).toHaveLength(100)
  expect(services[1]).toMatchObject({
    name: 'Barba & Toalha',
    price_cents: 4550,
    duration_min: 45,
    description: 'Quente',
    is_active: true,
  })
  expect(services[2]).toMatchObject({ name: 'Grátis', price_cents: 0, duration_min: 30 })
  const shop = await world.db
    .selectFrom('barbershops')
    .selectAll()
    .where('id', '=', scene.shop.id)
    .executeTakeFirstOrThrow()
  expect([shop.price_from, shop.search_text.includes('toalha')]).toEqual([0, true])
  const { done: undone } = await scene.undo(done.id)
  expect(undone).toMatchObject({ status: 'UNDONE', removed: 99, retainedCount: 0 })
})

test('only the owner: for everyone else barbershop and import do not exist', async () => {
  const draft: ImportDraft = (await scene.upload('customers', customersFile)).body
  const { other, barber, customer } = await createOutsiders(world)
  expect((await scene.upload('customers', customersFile, { token: other })).body.code).toBe('BARBERSHOP_NOT_FOUND')
  for (const token of [barber, customer, scene.barber.token])
    expect((await scene.upload('customers', customersFile, { token })).status).toBe(403)
  const read = await world.call(importsApi.get, { token: other, params: { id: draft.import.id } })
  expect([read.status, read.body.code]).toEqual([404, 'IMPORT_NOT_FOUND'])
  const list = await world.call(importsApi.list, { token: scene.owner.token, params: { id: scene.shop.id } })
  expect(list.body).toEqual({ imports: [] })
})

test('unreadable and too large files are refused in Portuguese', async () => {
  const message = async (file: string | Buffer) => {
    const { status, body } = await scene.upload('customers', file)
    return [status, body.message]
  }
  expect(await message('PK\x03\x04')).toEqual([422, expect.stringContaining('planilha do Excel')])
  expect(await message(Buffer.alloc(10))).toEqual([422, expect.stringContaining('não é um texto')])
  expect(await message('x'.repeat(5 * 1024 * 1024 + 1))).toEqual([413, 'O arquivo deve ter no máximo 5 MB.'])
  expect(await message('a\n'.repeat(20_050))).toEqual([413, 'O arquivo tem mais de 20.000 linhas. Divida em partes.'])
})

test('drafts are deleted after a day, imports when they can no longer be undone', async () => {
  const draft: ImportDraft = (await scene.upload('customers', customersFile)).body
  const { done } = await scene.runImport('customers', customersFile)
  const left = async () => {
    await sweepImports(world)
    const { rows } = await sql<{ id: string }>`select id from imports where barbershop_id = ${scene.shop.id}`.execute(
      world.db,
    )
    return rows.map(({ id }) => id)
  }
  expect((await left()).toSorted()).toEqual([draft.import.id, done.id].toSorted())
  world.clock.advance({ minutes: 1441 })
  expect(await left()).toEqual([done.id])
  world.clock.advance({ minutes: 8 * 1440 })
  expect(await left()).toEqual([])
  const { rows } = await sql`select from imported_rows where import_id = ${done.id}`.execute(world.db)
  expect(rows).toEqual([])
  world.clock.set('2026-03-11T15:00:00Z')
})
