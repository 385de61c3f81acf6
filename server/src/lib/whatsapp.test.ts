import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createHarness } from '../../test/harness.ts'
import { createOutbox } from '../dev/outbox.ts'
import { ServiceOutage } from './jobs.ts'
import { AddressRefused } from './mail.ts'
import { createWhatsApp, hasWhatsApp, NoResponse } from './whatsapp.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** Speaks as the Cloud API does, or as whatever stands in its place on a bad day. */
let answer: Answer
let asked: { url?: string; authorization?: string; body: Record<string, unknown> }[] = []
const api = createServer(async (request, response) => {
  let text = ''
  for await (const chunk of request) text += chunk
  asked.push({ url: request.url, authorization: request.headers.authorization, body: JSON.parse(text) })
  answer(request, response)
})
await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${(api.address() as AddressInfo).port}/v23.0`

const world = await createHarness({
  environment: { WHATSAPP_TOKEN: 'segredo', WHATSAPP_PHONE_ID: '1055', WHATSAPP_URL: url },
})
const demo = await createHarness({ environment: { SEED: 'demo' } })
const mute = await createHarness()
afterAll(async () => {
  api.closeAllConnections()
  api.close()
  for (const each of [world, demo, mute]) await each.close()
})

const phone = '62999991234'
const message = {
  template: 'reminder',
  parameters: ['Ana\nSouza', 'Corte com Rui', 'Navalha de Ouro', '  '],
  linkToken: 'abc123',
  preview: { title: 'Seu horário é amanhã às 15h30', text: 'Olá, Ana!' },
} as const satisfies Parameters<ReturnType<typeof createWhatsApp>['send']>[1]
const send = (timeoutMs = 60_000) =>
  createWhatsApp({ ...world, timeoutMs }).send(phone, { ...message, parameters: [...message.parameters] })

function say(status: number, body: unknown): Answer {
  return (_, response) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
const taken = {
  messaging_product: 'whatsapp',
  contacts: [{ input: phone, wa_id: phone }],
  messages: [{ id: 'wamid.1' }],
}
const refusal = (code: number) => ({ error: { message: `(#${code}) to +55${phone}`, type: 'OAuthException', code } })

beforeEach(() => {
  asked = []
  answer = say(200, taken)
})

describe('a message', () => {
  test('is sent as the approved template, to a Brazilian number', async () => {
    await send()
    expect(asked).toEqual([
      {
        url: '/v23.0/1055/messages',
        authorization: 'Bearer segredo',
        body: {
          messaging_product: 'whatsapp',
          recipient_type: 'individual',
          to: `55${phone}`,
          type: 'template',
          template: {
            name: 'lembrete_de_horario',
            language: { code: 'pt_BR' },
            components: [
              {
                type: 'body',
                parameters: ['Ana Souza', 'Corte com Rui', 'Navalha de Ouro', '-'].map((text) => ({
                  type: 'text',
                  text,
                })),
              },
              { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: 'abc123' }] },
            ],
          },
        },
      },
    ])
  })

  test('says which it is and whose number has it, and has the buttons and the reference that it was given', async () => {
    answer = say(200, { ...taken, contacts: [{ input: phone, wa_id: '556299991234' }] })
    const buttons = { ...message, parameters: [...message.parameters], replies: ['1', '2'], reference: 'a1' }
    expect(await createWhatsApp(world).send(phone, buttons)).toEqual({ id: 'wamid.1', waId: '556299991234' })
    expect(asked[0]?.body.biz_opaque_callback_data).toBe('a1')
    const template = asked[0]?.body.template as { components: object[] } | undefined
    expect(template?.components.slice(1)).toEqual([
      { type: 'button', index: '0', sub_type: 'quick_reply', parameters: [{ type: 'payload', payload: '1' }] },
      { type: 'button', index: '1', sub_type: 'quick_reply', parameters: [{ type: 'payload', payload: '2' }] },
      { type: 'button', index: '2', sub_type: 'url', parameters: [{ type: 'text', text: 'abc123' }] },
    ])
    answer = say(200, { messages: [{ id: 'wamid.2' }] })
    expect(await createWhatsApp(world).send(phone, buttons)).toEqual({ id: 'wamid.2', waId: `55${phone}` })
  })

  test('in a conversation is a text of our own', async () => {
    await createWhatsApp(world).sendText('556299991234', 'Combinado.')
    expect(asked[0]?.body).toEqual({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: '556299991234',
      type: 'text',
      text: { body: 'Combinado.' },
    })
  })

  test('may have been accepted unless it was refused or no connection was made', async () => {
    answer = (request) => request.socket.destroy()
    await expect(send()).rejects.toThrow(NoResponse)
    answer = say(200, null)
    await expect(send()).rejects.toThrow(NoResponse)
    answer = say(503, {})
    await expect(send()).rejects.not.toThrow(NoResponse)
  })

  test.each([131026, 131030, 131050])('to a number that can get none (%i) is not tried again', async (code) => {
    answer = say(400, refusal(code))
    await expect(send()).rejects.toThrow(AddressRefused)
    await expect(send()).rejects.toMatchObject({ attempts: 1 })
  })

  test.each([400, 401, 403, 404])(
    'that is refused with %i is tried a few times, with 429 as after an outage',
    async (status) => {
      answer = say(status, refusal(132001))
      await expect(send()).rejects.toMatchObject({ name: 'PermanentFailure', attempts: 5 })
      answer = say(429, refusal(130429))
      await expect(send()).rejects.toThrow(ServiceOutage)
    },
  )

  const html: Answer = (_, response) => response.writeHead(200).end('<html>Entre na rede do hotel</html>')
  test.each([
    ['a busy server', say(500, refusal(131000)), 'whatsapp did not accept the message: 500 131000'],
    ['too many messages', say(429, refusal(130429)), 'whatsapp did not accept the message: 429 130429'],
    ['a token that ended', say(401, refusal(190)), 'whatsapp did not accept the message: 401 190'],
    ['a template that is not approved', say(404, refusal(132001)), 'whatsapp did not accept the message: 404 132001'],
    ['rubbish', html, 'whatsapp did not accept the message: 200 without a code'],
    ['nothing in it', say(200, null), 'whatsapp did not accept the message: 200 without a code'],
    ['a line that breaks', (request) => request.socket.destroy(), 'whatsapp did not respond: unreachable'],
    [
      'another address',
      (_, response) => response.writeHead(302, { location: '/' }).end(),
      'whatsapp did not respond: unreachable',
    ],
    ['silence', () => {}, 'whatsapp did not respond: timeout'],
  ] as [string, Answer, string][])('is tried again after %s, and the log learns no number', async (_, given, words) => {
    answer = given
    const error = await send(words.endsWith('timeout') ? 300 : undefined).then(
      () => undefined,
      (thrown: Error) => thrown,
    )
    expect(error?.message).toBe(words)
    expect(error?.stack).not.toContain(phone)
  })
})

test('the demo stores messages in its outbox; elsewhere nothing is sent without configuration', async () => {
  expect([world, demo, mute].map(({ config }) => hasWhatsApp(config))).toEqual([true, true, false])
  await createWhatsApp({ ...demo, outbox: createOutbox(demo) }).send(phone, {
    ...message,
    parameters: [...message.parameters],
  })
  const stored = await demo.db.selectFrom('outbox_messages').select(['recipient', 'subject', 'body']).execute()
  expect(stored).toEqual([
    { recipient: `+55${phone}`, subject: 'WhatsApp: Seu horário é amanhã às 15h30', body: 'Olá, Ana!' },
  ])
  await createWhatsApp(mute).send(phone, { ...message, parameters: [...message.parameters] })
  expect(asked).toEqual([])
})
