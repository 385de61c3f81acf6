import { queueTodayApi } from '@na-regua/contract/queue-today'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createHarness, noonInSaoPaulo } from '../../../../test/harness.ts'
import { createQueueScene } from '../../../../test/queue-scene.ts'
import type { TemplateMessage } from '../../../lib/whatsapp.ts'
import { sendQueueCall } from './send-queue-call.ts'

const world = await createHarness()
afterAll(() => world.close())
beforeEach(() => world.clock.set(noonInSaoPaulo))

/** What is sent for version 2 of an entry at the door that was called. */
async function sendAfter(change: (scene: Awaited<ReturnType<typeof createQueueScene>>, id: string) => unknown) {
  const scene = await createQueueScene(world)
  const { body } = await scene.joinAtDoor({ name: 'Zé', phone: '62999991234' })
  const { id, token } = body.entry
  await scene.tap(queueTodayApi.call, id, { barberId: scene.barbers[0].id })
  await change(scene, id)
  const sent: { phone: string; message: TemplateMessage }[] = []
  const whatsapp = {
    async send(phone: string, message: TemplateMessage) {
      sent.push({ phone, message })
      return { id: null, waId: phone }
    },
    sendText: async () => {},
  }
  await sendQueueCall({ ...world, whatsapp, site: 'https://naregua.test' }, { entryId: id, version: 2 })
  return { sent, token }
}

test('a called customer gets the barbershop, until when to come, and the link of the entry', async () => {
  const { sent, token } = await sendAfter(() => {})
  expect(sent).toEqual([
    {
      phone: '62999991234',
      message: {
        template: 'queue',
        parameters: ['Zé', 'Navalha de Ouro', '12h05'],
        linkToken: token,
        preview: {
          title: 'É a sua vez',
          text: `Zé, é a sua vez na Navalha de Ouro. Chegue até 12h05: https://naregua.test/f/${token}`,
        },
      },
    },
  ])
})

test('a call for one whom an account without a verified e-mail has put into the queue is not sent', async () => {
  const scene = await createQueueScene(world)
  const [barber] = scene.barbers
  await world.db.updateTable('users').set({ email_verified_at: null }).where('id', '=', barber.userId).execute()
  const sent: string[] = []
  const whatsapp = {
    async send(phone: string) {
      sent.push(phone)
      return { id: null, waId: phone }
    },
    sendText: async () => {},
  }
  const phones = ['62999991234', '62999995678']
  for (const [at, token] of [barber.token, scene.owner.token].entries()) {
    const { body } = await scene.add({ name: 'Zé', phone: phones[at] }, token)
    const { id } = body.entry
    await scene.tap(queueTodayApi.call, id, { barberId: scene.barbers[at as 0].id })
    await sendQueueCall({ ...world, whatsapp, site: 'https://naregua.test' }, { entryId: id, version: 2 })
  }
  expect(sent).toEqual([phones[1]])
})

test.each([
  ['was undone', (scene, id) => scene.tap(queueTodayApi.recall, id)],
  ['was followed by a start', (scene, id) => scene.tap(queueTodayApi.start, id, { barberId: scene.barbers[0].id })],
  ['is over', () => world.clock.advance({ minutes: 5 })],
] satisfies [string, Parameters<typeof sendAfter>[0]][])('a call that %s is not sent', async (_, change) => {
  expect((await sendAfter(change)).sent).toEqual([])
})
