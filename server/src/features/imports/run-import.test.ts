import type { ImportDraft } from '@na-regua/contract/imports'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createHarness } from '../../../test/harness.ts'
import { createImportScene, importCounts } from '../../../test/import-scene.ts'
import { startImport, startUndo } from './queries.ts'
import { runImport } from './run-import.ts'

const world = await createHarness()
afterAll(() => world.close())

let scene: Awaited<ReturnType<typeof createImportScene>>
beforeEach(async () => {
  scene = await createImportScene(world)
})

test('an emoji where names and reasons are shortened is imported whole or left out, never by half', async () => {
  const long = (length: number) => `${'x'.repeat(length - 1)}💈 y`
  const file = [
    'Data;Hora;Cliente;Telefone;Serviço;Profissional;Status',
    `12/03/2026;10:00;Ana Lima;;${long(60)};Beto;`,
    `12/03/2026;11:00;Ana Lima;;Corte;${long(60)};`,
    `12/03/2026;12:00;Ana Lima;;Corte;${long(200)};`,
    `12/03/2026;13:00;Ana Lima;;Corte;Beto;cancel ${long(33)}`,
    '12/03/2026;14:00;Ana Lima;;Corte;Beto;',
  ].join('\n')
  const draft: ImportDraft = (await scene.upload('appointments', file)).body
  const report = await scene.check(draft)
  // A name that is shown can be mapped.
  const names = [...report.unknownBarbers, ...report.unknownServices].map(({ name }) => ({ name, id: null }))
  expect(names.every(({ name }) => name.isWellFormed())).toBe(true)
  expect((await scene.check(draft, { barbers: names, services: names })).counts).toEqual(
    importCounts({ new: 1, skipped: 4 }),
  )
  await scene.commit(draft.import.id, (await scene.check(draft)).version)
  await scene.mailbox.deliver()
  const done = await scene.get(draft.import.id)
  expect([done.status, done.counts]).toEqual(['DONE', importCounts({ new: 1, skipped: 1, wrong: 3 })])
  expect(done.problems.every(({ reason }: { reason: string }) => reason.isWellFormed())).toBe(true)
  expect(done.problems.map(({ reason }: { reason: string }) => reason)).toContain(
    `No outro sistema: cancel ${'x'.repeat(32)}💈`,
  )
})

describe('a job that fails', () => {
  /** From the second batch on. */
  const failWith = (code: string) =>
    sql`
      create function refuse_customer() returns trigger language plpgsql as
        $$ begin raise exception 'refused' using errcode = ${sql.lit(code)}; end $$;
      create trigger refuse_customer before insert on customer_profiles for each row
        when (new.name like 'Cliente 5__') execute function refuse_customer()`.execute(world.db)
  afterEach(async () => {
    await sql`drop function if exists refuse_customer cascade`.execute(world.db)
    world.clock.set('2026-03-11T15:00:00Z')
  })

  async function start() {
    const rows = Array.from({ length: 600 }, (_, at) => `Cliente ${at};629${88_000_000 + at}`)
    const draft: ImportDraft = (await scene.upload('customers', `Nome;Celular\n${rows.join('\n')}`)).body
    await scene.commit(draft.import.id, (await scene.check(draft)).version)
    return draft.import.id
  }

  test('for good ends the import with what it has, says so, and can be undone', async () => {
    const id = await start()
    await failWith('22P05')
    await scene.mailbox.deliver()
    const failed = await scene.get(id)
    expect(failed).toMatchObject({ status: 'DONE', handled: 600, counts: importCounts({ new: 500, wrong: 100 }) })
    expect(failed.problems).toEqual([
      {
        row: 502,
        label: '',
        outcome: 'wrong',
        reason: 'A importação parou por um erro nosso: as últimas 100 linhas não foram importadas. Você pode desfazer.',
      },
    ])
    expect(failed.undoUntil).not.toBeNull()
    const { rows } = await sql`
      select from imports where id = ${id} and content is not null
      union all select from graphile_worker._private_jobs where key = ${`import:${id}`}`.execute(world.db)
    expect(rows).toEqual([])
    expect((await scene.undo(id)).done).toMatchObject({ status: 'UNDONE', removed: 500 })
    expect(await scene.profiles()).toEqual([])
  })

  test('because of an outage continues however long that was; with another error it ends after an hour', async () => {
    const id = await start()
    const run = () => runImport(world, { importId: id }).catch((error: Error) => error.name)
    await failWith('XX000')
    expect(await run()).not.toBe('PermanentFailure')
    expect((await scene.get(id)).status).toBe('RUNNING')
    world.clock.advance({ minutes: 61 })
    await sql`drop function refuse_customer cascade`.execute(world.db)
    await failWith('57P03')
    expect(await run()).not.toBe('PermanentFailure')
    expect((await scene.get(id)).status).toBe('RUNNING')
    await sql`drop function refuse_customer cascade`.execute(world.db)
    await failWith('XX000')
    expect(await run()).toBe('PermanentFailure')
    expect(await scene.get(id)).toMatchObject({ status: 'DONE', counts: importCounts({ new: 500, wrong: 100 }) })
  })
})

test('the statements that start an import and its undo decide again whether the user may', async () => {
  const draft: ImportDraft = (await scene.upload('customers', 'Nome;Celular\nAna Lima;62999990001')).body
  const { version } = await scene.check(draft)
  const { id } = draft.import
  const now = world.clock.now()
  const lost = { id, userId: scene.barber.id, now }
  expect(await startImport(world.db, { ...lost, version })).toBe(false)
  await scene.commit(id, version)
  await scene.mailbox.deliver()
  expect(await startUndo(world.db, lost)).toBe(false)
  expect((await scene.get(id)).status).toBe('DONE')
  expect(await startUndo(world.db, { ...lost, userId: scene.owner.id })).toBe(true)
})
