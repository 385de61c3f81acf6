import { outboxApi } from '@na-regua/contract/outbox'
import { afterAll, expect, test } from 'vitest'
import { createHarness } from '../../../test/harness.ts'
import { createOutbox } from '../../dev/outbox.ts'
import { createMailer } from '../../lib/mail.ts'

const demo = await createHarness({ environment: { SEED: 'demo' } })
const production = await createHarness({
  environment: { NODE_ENV: 'production', PUBLIC_URL: 'https://naregua.test', SEED: 'none', RATE_LIMIT: 'on' },
})
afterAll(async () => {
  await demo.close()
  await production.close()
})

test('the demo lists the newest hundred emails, newest first, and stores five hundred', async () => {
  const mail = createMailer({ ...demo, outbox: createOutbox(demo) }, { warn() {} })
  for (let number = 1; number <= 510; number++) {
    await mail.send('ana@naregua.test', { subject: `Olá ${number}`, text: `Às ${number}h`, html: '' })
  }
  const { status, body } = await demo.call(outboxApi.list)
  expect(status).toBe(200)
  expect(body).toHaveLength(100)
  expect(body[0]).toEqual({
    to: 'ana@naregua.test',
    subject: 'Olá 510',
    text: 'Às 510h',
    createdAt: demo.clock.now().toISOString(),
  })
  expect(body[99].subject).toBe('Olá 411')
  const stored = await demo.db.selectFrom('outbox_messages').select('subject').orderBy('id').execute()
  expect(stored.map(({ subject }) => subject).slice(0, 1)).toEqual(['Olá 11'])
  expect(stored).toHaveLength(500)
})

test('outside the demo the endpoint does not exist and is not in the OpenAPI document', async () => {
  expect((await production.call(outboxApi.list)).body.code).toBe('NOT_FOUND')
  expect((await production.app.inject('/api/openapi.json')).payload).not.toContain('/dev/outbox')
})
