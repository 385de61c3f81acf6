import { contactApi } from '@na-regua/contract/contact'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createCaller } from '../../../test/factories.ts'
import { createHarness } from '../../../test/harness.ts'
import { createMailbox } from '../../../test/mailbox.ts'

const world = await createHarness({ environment: { CONTACT_EMAIL: 'equipe@naregua.test' } })
afterAll(() => world.close())
let mailbox: ReturnType<typeof createMailbox>
beforeEach(() => {
  mailbox = createMailbox(world)
})

const visitor = {
  name: 'João\nda Silva',
  email: 'joao@visita.test',
  subject: 'Dúvida sobre remarcação',
  message: 'Olá!\n\nPosso remarcar <b>hoje</b>?',
}

test("a visitor's words arrive in the team's mailbox, as text, and an answer goes to the visitor", async () => {
  const { status, body } = await world.call(contactApi.send, { body: visitor })
  expect([status, body.message]).toEqual([200, expect.stringContaining('Mensagem recebida')])
  await mailbox.deliver()
  const [letter] = mailbox.letters
  expect(letter).toMatchObject({
    to: 'equipe@naregua.test',
    replyTo: 'joao@visita.test',
    subject: 'Contato: Dúvida sobre remarcação',
  })
  expect(letter?.text).toContain('João da Silva escreveu')
  expect(letter?.text).toContain('Posso remarcar <b>hoje</b>?')
  expect(letter?.html).toContain('Posso remarcar &lt;b&gt;hoje&lt;/b&gt;?')
})

test('a member writes with the address of the account, whatever the body says', async () => {
  const { user, token } = await createCaller(world)
  const { email, ...message } = visitor
  expect((await world.call(contactApi.sendAsMember, { body: { ...message, email }, token })).status).toBe(400)
  expect((await world.call(contactApi.sendAsMember, { body: message, token })).status).toBe(200)
  await mailbox.deliver()
  expect(mailbox.letters[0]?.replyTo).toBe(user.email)
  expect((await world.call(contactApi.sendAsMember, { body: message })).status).toBe(401)
})

test.each([
  ['blank words', { message: ' \n ' }],
  ['no address', { email: 'joao' }],
  ['a subject with a second header in its address', { email: 'a@b.test\r\nBcc: c@d.test' }],
  ['a book', { message: 'x'.repeat(3001) }],
])('refuses %s', async (_, wrong) => {
  expect((await world.call(contactApi.send, { body: { ...visitor, ...wrong } })).status).toBe(400)
})

test('a visitor needs the captcha, and five letters an hour are enough', async () => {
  const strict = await createHarness({ environment: { CAPTCHA: 'altcha', RATE_LIMIT: 'on' } })
  const answers = []
  for (let sent = 0; sent < 6; sent++) answers.push(await strict.call(contactApi.send, { body: visitor }))
  expect(answers.map(({ status, body }) => `${status} ${body.code}`)).toEqual([
    ...Array(5).fill('400 CAPTCHA_INVALID'),
    '429 TOO_MANY_REQUESTS',
  ])
  await strict.close()
})
