import { contactApi } from '@na-regua/contract/contact'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createCaller, createSubscription } from '../../../test/factories.ts'
import { createHarness } from '../../../test/harness.ts'
import { createMailbox } from '../../../test/mailbox.ts'

const world = await createHarness({ environment: { CONTACT_EMAIL: 'equipe@naregua.test' } })
afterAll(() => world.close())
let mailbox: ReturnType<typeof createMailbox>
beforeEach(() => {
  mailbox = createMailbox(world)
})

const contact = {
  name: 'João\nda Silva',
  email: 'joao@visita.test',
  subject: 'Dúvida sobre remarcação',
  message: 'Olá!\n\nPosso remarcar <b>hoje</b>?',
}

test('a message of an anonymous user is sent to the team as text, with the sender as Reply-To', async () => {
  const { status, body } = await world.call(contactApi.send, { body: contact })
  expect([status, body.message]).toEqual([200, expect.stringContaining('Mensagem recebida')])
  await mailbox.deliver()
  const [message] = mailbox.emails
  expect(message).toMatchObject({
    to: 'equipe@naregua.test',
    replyTo: 'joao@visita.test',
    subject: 'Contato: Dúvida sobre remarcação',
  })
  expect(message?.text).toContain('João da Silva escreveu')
  expect(message?.text).toContain('Posso remarcar <b>hoje</b>?')
  expect(message?.html).toContain('Posso remarcar &lt;b&gt;hoje&lt;/b&gt;?')
})

test("a logged-in user's message uses the address of the account", async () => {
  const { user, token } = await createCaller(world)
  const { email, ...message } = contact
  expect((await world.call(contactApi.sendAsMember, { body: { ...message, email }, token })).status).toBe(400)
  expect((await world.call(contactApi.sendAsMember, { body: message, token })).status).toBe(200)
  await mailbox.deliver()
  expect(mailbox.emails[0]?.replyTo).toBe(user.email)
  expect((await world.call(contactApi.sendAsMember, { body: message })).status).toBe(401)
})

test.each([
  ['premium', 'Contato VIP', 'no começo da fila'],
  ['professional', 'Contato prioritário', 'no começo da fila'],
  ['basic', 'Contato', 'em até dois dias úteis'],
] as const)('a message of an owner with %s arrives as "%s"', async (tier, prefix, answer) => {
  const { user, token } = await createCaller(world, { role: 'OWNER' })
  await createSubscription(world, user.id, { tier })
  const { email: _, ...message } = contact
  const { body } = await world.call(contactApi.sendAsMember, { body: message, token })
  expect(body.message).toContain(answer)
  await mailbox.deliver()
  expect(mailbox.emails[0]).toMatchObject({ subject: `${prefix}: Dúvida sobre remarcação`, replyTo: user.email })
})

test.each([
  ['a blank message', { message: ' \n ' }],
  ['no address', { email: 'joao' }],
  ['a subject with a second header in its address', { email: 'a@b.test\r\nBcc: c@d.test' }],
  ['a too long message', { message: 'x'.repeat(3001) }],
])('rejects %s', async (_, wrong) => {
  expect((await world.call(contactApi.send, { body: { ...contact, ...wrong } })).status).toBe(400)
})

test('an anonymous user needs the captcha and is limited to five messages an hour', async () => {
  const strict = await createHarness({ environment: { CAPTCHA: 'altcha', RATE_LIMIT: 'on' } })
  const responses = []
  for (let sent = 0; sent < 6; sent++) responses.push(await strict.call(contactApi.send, { body: contact }))
  expect(responses.map(({ status, body }) => `${status} ${body.code}`)).toEqual([
    ...Array(5).fill('400 CAPTCHA_INVALID'),
    '429 TOO_MANY_REQUESTS',
  ])
  await strict.close()
})
