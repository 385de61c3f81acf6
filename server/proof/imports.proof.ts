import type { ImportDraft } from '@na-regua/contract/imports'
import { afterAll, expect, test } from 'vitest'
import { createHarness } from '../test/harness.ts'
import { createImportScene } from '../test/import-scene.ts'

const CUSTOMERS = 10_000
const MAX_SECONDS = 60

const world = await createHarness()
afterAll(() => world.close())

const seconds = (since: number) => Math.round((performance.now() - since) / 10) / 100

test(`${CUSTOMERS} customers are imported and undone within ${MAX_SECONDS} s each`, async () => {
  const scene = await createImportScene(world)
  const lines = Array.from(
    { length: CUSTOMERS },
    (_, at) =>
      `Cliente Número ${at};(62) 9${80_000_000 + at};cliente${at}@exemplo.test;"Corte máquina 2, nota ${at}";VIP`,
  )
  const started = performance.now()
  const draft: ImportDraft = (
    await scene.upload('customers', ['Nome;Celular;E-mail;Observações;Marcadores', ...lines].join('\r\n'))
  ).body
  const uploaded = seconds(started)
  const checking = performance.now()
  const { version, counts } = await scene.check(draft)
  const checked = seconds(checking)
  expect(counts.new).toBe(CUSTOMERS)
  const committing = performance.now()
  await scene.commit(draft.import.id, version)
  await scene.mailbox.deliver()
  const imported = seconds(committing)
  expect((await scene.get(draft.import.id)).counts.new).toBe(CUSTOMERS)
  const all = seconds(started)
  const undoing = performance.now()
  const { done } = await scene.undo(draft.import.id)
  const undone = seconds(undoing)
  expect(done).toMatchObject({ removed: CUSTOMERS, retainedCount: 0 })
  console.info(
    `imports: ${CUSTOMERS} customers in ${all} s: upload ${uploaded}, check ${checked}, import ${imported}; undo ${undone} s`,
  )
  expect(all).toBeLessThan(MAX_SECONDS)
  expect(undone).toBeLessThan(MAX_SECONDS)
})
