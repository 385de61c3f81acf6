import { afterAll, beforeEach, expect, test } from 'vitest'
import { type AcceptedMessage, describeReply, signWebhook } from '../../../test/cloud-api-double.ts'
import { createOutreachWorld } from '../../../test/outreach-scene.ts'
import { openDatabase } from '../../lib/database.ts'
import { createWhatsApp } from '../../lib/whatsapp.ts'
import { planOutreach } from './automation/plan-outreach.ts'
import { sendOutreach } from './automation/send-outreach.ts'

const ROUNDS = 40

const { world, api, mailbox, createScene, messages, reset, close } = await createOutreachWorld()
/** The worker of a second process. */
const pool = openDatabase(world.url, { max: 4, connectMs: 15_000 })
afterAll(async () => {
  await pool.close()
  await close()
})
const scene = await createScene()
const whatsapp = createWhatsApp(world)
const workers = [world, { ...world, db: pool.db }].map((each) => ({ ...each, whatsapp, site: 'https://naregua.test' }))

beforeEach(reset)

const rounds = Array.from({ length: ROUNDS }, (_, round) => round)

test('two workers send a message once', async () => {
  for (const round of rounds) {
    await reset()
    await scene.addAppointment({ profile_id: await scene.addCustomer(), customer_name: 'Ana Lua' })
    await scene.automate('tomorrow', 17)
    await planOutreach(world)
    const [message] = await messages()
    const messageId = String(message?.id)
    await Promise.all(workers.map((worker) => sendOutreach(worker, { messageId })))
    await mailbox.deliver()
    const [sent] = await messages()
    expect([round, api.state.accepted.length, sent?.delivery_status]).toEqual([round, 1, 'SENT'])
  }
})

test('two processes plan a day once, and whom the team writes to at the same moment is written to once', async () => {
  const winners = new Set<string>()
  for (const round of rounds) {
    await reset()
    const profileId = await scene.addCustomer({ birthday: '03-12' })
    await scene.automate('birthday', 17)
    const plan = () => Promise.all(workers.map((worker) => planOutreach(worker)))
    const writeByHand = () => scene.mark({ purpose: 'birthday', profileId, isSent: true })
    if (round === 0) await writeByHand()
    if (round === 1) await plan()
    await Promise.all([plan(), writeByHand()])
    await mailbox.deliver()
    const rows = await messages()
    const isByHand = rows.some(({ sent_by }) => sent_by !== null)
    winners.add(isByHand ? 'team' : 'automation')
    expect([round, rows.length, api.state.accepted.length]).toEqual([round, 1, isByHand ? 0 : 1])
  }
  expect(winners).toEqual(new Set(['team', 'automation']))
})

test('a reply that arrives several times at once gets one response', async () => {
  for (const round of rounds) {
    await reset()
    await scene.addAppointment({ profile_id: await scene.addCustomer(), customer_name: 'Ana Lua' })
    await scene.automate('tomorrow', 17)
    await planOutreach(world)
    await mailbox.deliver()
    const question = api.state.accepted[0] as AcceptedMessage
    const reply = describeReply({ from: question.waId, text: '2', to: question, id: `wamid.${round}` })
    const responses = await Promise.all(
      [0, 1, 2].map(() => world.app.inject({ method: 'POST', ...signWebhook(reply) })),
    )
    await mailbox.deliver()
    const texts = api.state.accepted.flatMap(({ text }) => text ?? [])
    expect([round, responses.map(({ statusCode }) => statusCode), texts.length]).toEqual([round, [200, 200, 200], 1])
  }
})
