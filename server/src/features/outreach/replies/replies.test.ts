import { outreachApi } from '@na-regua/contract/outreach'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type AcceptedMessage, describeReply, describeStatus, signWebhook } from '../../../../test/cloud-api-double.ts'
import { createUser } from '../../../../test/factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { createOutreachWorld } from '../../../../test/outreach-scene.ts'
import { planOutreach } from '../automation/plan-outreach.ts'
import { parseWebhook, readReply } from './rules.ts'

const { world, api, mailbox, createScene, messages, appointmentOf, receive, reset, close } = await createOutreachWorld()
const mute = await createHarness()
afterAll(() => Promise.all([close(), mute.close()]))
const scene = await createScene()

beforeEach(reset)

type Scene = typeof scene

/** A visit of tomorrow at 10h, and the question about it. */
async function ask(of: Scene = scene, { fields = {}, start = '2026-03-13T13:00:00Z' } = {}) {
  const profile = await of.addCustomer()
  const ends = new Date(Date.parse(start) + 1_800_000)
  const times = { starts_at: start, ends_at: ends }
  const appointment = await of.addAppointment({ profile_id: profile, customer_name: 'Ana Lua', ...times, ...fields })
  await of.automate('tomorrow', 17)
  await planOutreach(world)
  await mailbox.deliver()
  return { profile, appointment, message: api.state.accepted.at(-1) as AcceptedMessage }
}

const FROM = '556288887777'
const reply = (text: string, options: Partial<Parameters<typeof describeReply>[0]> = {}) =>
  receive(describeReply({ from: FROM, text, ...options }))
/** What was sent in the conversation, after the questions. */
const responses = () => api.state.accepted.flatMap(({ text }) => text ?? [])

describe('the webhook', () => {
  const verify = (query: object) =>
    world.app.inject({ url: '/api/outreach/webhooks/whatsapp', query: query as Record<string, string> })

  test('is verified by its token only', async () => {
    const query = { 'hub.mode': 'subscribe', 'hub.verify_token': 'prova', 'hub.challenge': '1158201444' }
    const { statusCode, payload, headers } = await verify(query)
    expect([statusCode, payload, headers['content-type']]).toEqual([200, '1158201444', 'text/plain'])
    for (const wrong of [{ 'hub.verify_token': 'outra' }, { 'hub.verify_token': 'prov' }, { 'hub.mode': 'x' }])
      expect((await verify({ ...query, ...wrong })).statusCode).toBe(403)
    expect((await verify({})).statusCode).toBe(403)
  })

  test('with a wrong signature, or none, writes nothing', async () => {
    const { appointment, message } = await ask()
    const value = describeReply({ from: FROM, text: '2', to: message })
    expect((await receive(value, 'outro segredo')).statusCode).toBe(401)
    const { url, payload, headers } = signWebhook(value)
    const { 'x-hub-signature-256': signature, ...others } = headers
    for (const changed of [
      { payload, headers: others },
      { payload, headers: { ...headers, 'x-hub-signature-256': signature.replace('sha256', 'sha1') } },
      { payload: `${payload} `, headers },
    ]) {
      const { statusCode } = await world.app.inject({ method: 'POST', url, ...changed })
      expect(statusCode).toBe(401)
    }
    await mailbox.deliver()
    expect(await appointmentOf(appointment)).toMatchObject({ status: 'CONFIRMED' })
    expect(await world.db.selectFrom('outreach_replies').selectAll().execute()).toEqual([])
  })

  test('does not exist where WhatsApp is not configured', async () => {
    const post = await mute.app.inject({ method: 'POST', ...signWebhook({}) })
    expect(post.statusCode).toBe(404)
    expect((await mute.call(outreachApi.verifyWebhook)).status).toBe(404)
  })

  test('accepts what it does not know', async () => {
    const values = [
      {},
      { messages: 'x', statuses: [null, { id: 1 }, { id: 'a', status: 'deleted' }] },
      { contacts: [] },
    ]
    for (const value of values) expect((await receive(value)).statusCode).toBe(200)
    expect(parseWebhook(Buffer.from('nada'))).toEqual({ statuses: [], replies: [] })
    expect(parseWebhook(Buffer.from('[1]'))).toEqual({ statuses: [], replies: [] })
  })
})

describe('statuses', () => {
  test('only go on, in whatever order they arrive', async () => {
    const { message } = await ask()
    const after = async (status: string) => {
      await receive(describeStatus(message, status))
      return (await scene.list('tomorrow')).rows[0].sent.delivery
    }
    expect(await after('delivered')).toBe('DELIVERED')
    expect(await after('sent')).toBe('DELIVERED')
    expect(await after('read')).toBe('READ')
    expect(await after('failed')).toBe('READ')
  })

  test('a message that fails later is for the hands of staff, unless it was delivered after all', async () => {
    const { message } = await ask()
    await receive(describeStatus(message, 'failed'))
    expect((await messages())[0]?.delivery_status).toBe('FAILED')
    await receive(describeStatus({ ...message, reference: undefined }, 'delivered'))
    expect((await messages())[0]?.delivery_status).toBe('DELIVERED')
  })

  test('say what became of a message whose response was lost', async () => {
    api.state.cut = 1
    const { message } = await ask()
    expect((await messages())[0]).toMatchObject({ delivery_status: 'SENDING', whatsapp_message_id: null })
    await receive(describeStatus(message, 'delivered'))
    expect((await messages())[0]).toMatchObject({
      delivery_status: 'DELIVERED',
      whatsapp_message_id: message.id,
      whatsapp_number: FROM,
    })
  })

  test('several of one message in one notice are the last of them; those of other messages change nothing', async () => {
    const { message } = await ask()
    const other = { id: 'wamid.x', waId: FROM, reference: crypto.randomUUID() }
    const statuses = ['sent', 'read', 'delivered'].flatMap((status) => describeStatus(message, status).statuses)
    await receive({ statuses: [...statuses, ...describeStatus(other, 'read').statuses] })
    expect((await messages()).map(({ delivery_status }) => delivery_status)).toEqual(['READ'])
  })
})

describe('a reply', () => {
  test.each([
    ['as text', {}],
    ['by the button', { isButton: true }],
  ])('of 1 confirms, %s, once, and says so', async (_, options) => {
    const { appointment, message } = await ask()
    await reply('1', { to: message, id: `wamid.same.${JSON.stringify(options)}`, ...options })
    const confirmed = await appointmentOf(appointment)
    expect(confirmed).toMatchObject({ status: 'CONFIRMED', presence_confirmed_at: world.clock.now() })
    await reply('1', { to: message, id: `wamid.same.${JSON.stringify(options)}`, ...options })
    expect(responses()).toEqual([
      expect.stringMatching(
        /^Presença confirmada: Corte com .*, sexta, 13\/03\/2026 às 10h, na Navalha de Ouro\. .*\/a\//,
      ),
    ])
    expect((await scene.list('tomorrow')).rows[0].appointment.isPresenceConfirmed).toBe(true)
  })

  test('of 2 cancels, as the link of the customer does', async () => {
    const { appointment, message } = await ask()
    await reply('2', { to: message })
    expect(await appointmentOf(appointment)).toMatchObject({ status: 'CANCELLED', cancelled_by: 'customer' })
    expect(responses()).toEqual([expect.stringMatching(/^Horário cancelado: Corte .*\/barbershop\//)])
    await reply('1', { to: message })
    expect(responses()[1]).toMatch(/\/a\//)
    expect(await appointmentOf(appointment)).toMatchObject({ status: 'CANCELLED' })
  })

  test('of 2 after the deadline cancels nothing and says why', async () => {
    const { appointment, message } = await ask()
    world.clock.set('2026-03-13T12:59:00Z')
    await reply('2', { to: message })
    expect(await appointmentOf(appointment)).toMatchObject({ status: 'CONFIRMED' })
    expect(responses()).toEqual([expect.stringMatching(/\/a\/[\w-]{48}$/)])
  })

  test('about an account’s appointment follows the link of the account', async () => {
    const ana = await createUser(world, { name: 'Ana Conta', phone: '62988887777' })
    const id = await scene.addAppointment({ customer_id: ana.id })
    await scene.automate('tomorrow', 17)
    await planOutreach(world)
    await mailbox.deliver()
    await reply('1')
    expect((await appointmentOf(id)).presence_confirmed_at).toEqual(world.clock.now())
    await reply('2')
    expect(await appointmentOf(id)).toMatchObject({ status: 'CANCELLED', cancelled_by: 'customer' })
  })

  test('about a time that has changed changes nothing, and names the new time', async () => {
    const { appointment, message } = await ask()
    await world.db
      .updateTable('appointments')
      .set({ starts_at: '2026-03-13T17:00:00Z', ends_at: '2026-03-13T17:30:00Z' })
      .where('id', '=', appointment)
      .execute()
    await reply('2', { to: message })
    expect(await appointmentOf(appointment)).toMatchObject({ status: 'CONFIRMED', presence_confirmed_at: null })
    expect(responses()).toEqual([expect.stringMatching(/^O horário mudou: .* às 14h, /)])
  })

  test('without a known meaning gets the link, once', async () => {
    const { appointment } = await ask()
    await reply('Bom dia, posso ir com meu filho?')
    await reply('Oi?')
    await receive({ messages: [{ from: FROM, id: 'wamid.image', type: 'image', image: { id: '1' } }] })
    await receive({ messages: [{ from: FROM, id: 'wamid.like', type: 'reaction', reaction: { emoji: '👍' } }] })
    expect(responses()).toEqual([
      expect.stringMatching(/^Não entendi\. Responda 1 para confirmar ou 2 para cancelar\. .*\/a\//),
    ])
    expect(await appointmentOf(appointment)).toMatchObject({ status: 'CONFIRMED', presence_confirmed_at: null })
  })

  test('to another message of ours changes nothing and gets the link', async () => {
    const { appointment } = await ask()
    await reply('2', { to: { id: 'wamid.of-a-reminder' } })
    expect(await appointmentOf(appointment)).toMatchObject({ status: 'CONFIRMED' })
    expect(responses()).toEqual([expect.stringMatching(/^Não entendi/)])
  })

  test('of an unknown number is ignored, also when it quotes the message of another customer', async () => {
    const { appointment, message } = await ask()
    await reply('2', { from: '5562900000000' })
    await reply('2', { from: '5562900000000', to: message })
    expect(await appointmentOf(appointment)).toMatchObject({ status: 'CONFIRMED' })
    expect([responses(), await world.db.selectFrom('outreach_replies').selectAll().execute()]).toEqual([[], []])
  })

  test('of a number with visits at two barbershops is for the one that it quotes, else for the last that sent a question', async () => {
    const other = await createScene('Tesoura de Prata')
    const first = await ask()
    world.clock.advance({ minutes: 10 })
    const second = await ask(other, { start: '2026-03-13T15:00:00Z' })
    await reply('1', { to: first.message })
    expect((await appointmentOf(first.appointment)).presence_confirmed_at).not.toBeNull()
    expect((await appointmentOf(second.appointment)).presence_confirmed_at).toBeNull()
    await reply('2')
    expect(await appointmentOf(first.appointment)).toMatchObject({ status: 'CONFIRMED' })
    expect(await appointmentOf(second.appointment)).toMatchObject({ status: 'CANCELLED' })
    expect(responses()[1]).toMatch(/na Tesoura de Prata/)
  })

  test.each(['SAIR', 'parar.', ' Sair! '])(
    'of %s ends the messages of every barbershop that knows the number',
    async (text) => {
      const other = await createScene('Tesoura de Prata')
      const elsewhere = await other.addCustomer({ birthday: '03-12' })
      const { profile, appointment } = await ask()
      await reply(text)
      const refused = await world.db.selectFrom('customer_profiles').select(['id', 'marketing_refused_at']).execute()
      expect(new Set(refused.map(({ id }) => id))).toEqual(new Set([profile, elsewhere]))
      expect(refused.every(({ marketing_refused_at }) => marketing_refused_at !== null)).toBe(true)
      expect(responses()).toEqual([expect.stringMatching(/^Combinado/)])
      await other.automate('birthday', 17)
      await planOutreach(world)
      await mailbox.deliver()
      expect(await messages()).toHaveLength(1)
      expect(await appointmentOf(appointment)).toMatchObject({ status: 'CONFIRMED' })
    },
  )

  test('is gone with the customer', async () => {
    const { profile, message } = await ask()
    await reply('Oi')
    await sql`delete from appointments`.execute(world.db)
    await world.db.deleteFrom('customer_profiles').where('id', '=', profile).execute()
    await reply('2', { to: message })
    expect([await messages(), await world.db.selectFrom('outreach_replies').selectAll().execute()]).toEqual([[], []])
  })
})

test.each([
  ['1', 'confirm'],
  [' 1. ', 'confirm'],
  ['1️⃣', 'confirm'],
  ['2', 'cancel'],
  ['Cancelar', 'cancel'],
  ['sair', 'stop'],
  ['12', undefined],
  ['não posso', undefined],
  ['constructor', undefined],
  ['', undefined],
])('%j means %j', (text, meaning) => expect(readReply(text)).toBe(meaning))
