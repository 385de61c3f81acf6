import { appointmentsApi } from '@na-regua/contract/appointments'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createCustomers, type SceneCustomer } from '../../../../test/booking-scene.ts'
import { createHarness } from '../../../../test/harness.ts'
import { createMailbox } from '../../../../test/mailbox.ts'
import { createStatusScene } from '../../../../test/status-scene.ts'
import { expireRequests } from '../status/release-requests.ts'

// 21:00 in São Paulo, which is tomorrow in UTC, and 20:00 in Manaus.
const evening = '2026-03-12T00:00:00.000Z'
const world = await createHarness({ now: evening })
const mailbox = createMailbox(world)
afterAll(() => world.close())

type Scene = Awaited<ReturnType<typeof createStatusScene>>
type Person = 'customer' | 'barber' | 'owner'
type Change = 'confirm' | 'cancel' | 'complete' | 'noShow' | 'reschedule'

const address = ({ id }: SceneCustomer) => `${id}@cliente.test`

beforeEach(async () => {
  world.clock.set(evening)
  mailbox.letters.length = 0
  await sql`delete from appointments`.execute(world.db)
  await sql`delete from notifications`.execute(world.db)
  await sql`delete from notification_preferences`.execute(world.db)
  await sql`delete from graphile_worker._private_jobs`.execute(world.db)
})

function change(scene: Scene, action: Change, id: string, by: Person, body?: object) {
  return world.call(appointmentsApi[action], { params: { id }, token: scene.people[by].token, body })
}

async function listNews({ id }: SceneCustomer) {
  return await world.db
    .selectFrom('notifications')
    .select(['type', 'title', 'message', 'path'])
    .where('user_id', '=', id)
    .execute()
}

describe.each([
  ['America/Sao_Paulo', 'quinta, 12/03 às 21:00', 'quinta, 12/03 às 21:30', 'horário de Brasília'],
  ['America/Manaus', 'quinta, 12/03 às 20:00', 'quinta, 12/03 às 20:30', 'horário de Manaus'],
])('in %s at 21:00 of São Paulo', async (timeZone, tomorrow, later, zone) => {
  const scene = await createStatusScene(world, { timeZone, hours: [0, 1440], chairs: 2 })
  const { customer, barber, owner } = scene

  /** What everybody was told, and what left by e-mail: `person: title`. */
  async function listTold() {
    await mailbox.deliver()
    const people = Object.entries({ customer, barber, owner })
    const inApp = await Promise.all(
      people.map(async ([name, person]) => (await listNews(person)).map(({ title }) => `${name}: ${title}`)),
    )
    const mailed = mailbox.letters.map(({ to, subject }) => {
      const name = people.find(([, person]) => address(person) === to)?.[0]
      return `${name}: ${subject.split(':')[0]}`
    })
    expect(mailed.toSorted()).toEqual(inApp.flat().toSorted())
    return inApp.flat().toSorted()
  }

  test.each([
    ['the barber accepts', 'SCHEDULED', 1440, 'confirm', 'barber', ['customer: Horário confirmado']],
    [
      'the owner accepts',
      'SCHEDULED',
      1440,
      'confirm',
      'owner',
      ['barber: Pedido aceito pela barbearia', 'customer: Horário confirmado'],
    ],
    ['the barber declines', 'SCHEDULED', 1440, 'cancel', 'barber', ['customer: Pedido recusado']],
    [
      'the owner declines',
      'SCHEDULED',
      1440,
      'cancel',
      'owner',
      ['barber: Pedido recusado pela barbearia', 'customer: Pedido recusado'],
    ],
    ['the barber cancels', 'CONFIRMED', 1440, 'cancel', 'barber', ['customer: Horário cancelado']],
    ['the customer cancels', 'CONFIRMED', 1440, 'cancel', 'customer', ['barber: Horário cancelado']],
    ['the customer moves it', 'CONFIRMED', 1440, 'reschedule', 'customer', ['barber: Pedido de novo horário']],
    ['the barber finishes', 'CONFIRMED', -30, 'complete', 'barber', ['customer: Como ficou o corte?']],
    ['nobody came', 'CONFIRMED', -30, 'noShow', 'barber', ['customer: Sentimos sua falta']],
  ] as const)('%s', async (_, status, minutes, action, by, told) => {
    const id = await scene.put({ status, minutes })
    const newStartTime = new Date(Date.parse(evening) + 1470 * 60_000).toISOString()
    const body = action === 'reschedule' ? { newStartTime } : action === 'cancel' ? { reason: 'Imprevisto' } : undefined
    expect((await change(scene, action, id, by, body)).status).toBe(200)
    expect(await listTold()).toEqual(told)
    for (const { message } of await listNews(customer)) expect(message).toContain(minutes > 0 ? tomorrow : 'Corte')
    if (action === 'reschedule') {
      const [news] = await listNews(barber)
      expect(news?.message).toBe(
        `Cliente 1 mudou Corte de ${tomorrow} para ${later}. Responda até ${later.replace('21:30', '19:30').replace('20:30', '18:30')}.`,
      )
      expect(mailbox.letters[0]?.text).toContain(news?.message)
    }
    for (const { text } of mailbox.letters) expect(text).toContain(zone)
    if (action === 'cancel')
      expect((await listNews(by === 'customer' ? barber : customer))[0]?.message).toContain('Motivo: Imprevisto')
  })

  test('a new request reaches the barber, and says until when he should answer', async () => {
    const startTime = new Date(Date.parse(evening) + 1440 * 60_000).toISOString()
    const wish = { barberId: scene.chair.id, serviceId: scene.service.id, startTime }
    const { body } = await world.call(appointmentsApi.create, { token: customer.token, body: wish })
    expect((await world.call(appointmentsApi.create, { token: customer.token, body: wish })).body.id).toBe(body.id)
    expect(await listTold()).toEqual(['barber: Novo pedido'])
    const [news] = await listNews(barber)
    expect(news).toMatchObject({ type: 'booking_received', path: '/barber/appointments' })
    expect(news?.message).toContain(`pediu Corte 30, ${tomorrow}. Responda até`)
    const [letter] = mailbox.letters
    for (const words of [
      `${tomorrow}, ${zone}`,
      'Navalha de Ouro',
      'Rua 9, 100',
      'R$ 50,00',
      '/barber/appointments',
      '/descadastrar?token=',
    ])
      expect(letter?.text.replace(/\s/g, ' ')).toContain(words)
  })

  test('a request that nobody answered is told to both, and a walk-in by the owner to the barber', async () => {
    await scene.put({ minutes: 240 })
    world.clock.advance({ minutes: 120 })
    await expireRequests(world)
    expect(await listTold()).toEqual(['barber: Pedido sem resposta', 'customer: Pedido sem resposta'])
    const walkIn = { barberId: scene.chair.id, serviceId: scene.service.id, customerName: 'Seu Zé' }
    await world.call(appointmentsApi.walkIn, { token: owner.token, body: walkIn })
    expect(await listTold()).toContain('barber: Encaixe na sua cadeira')
  })
})

describe('a letter', async () => {
  const scene = await createStatusScene(world, { hours: [0, 1440] })

  test('of a state that is gone is not written, nor to somebody who wants none', async () => {
    const id = await scene.put()
    await change(scene, 'confirm', id, 'barber')
    await change(scene, 'cancel', id, 'customer')
    await mailbox.deliver()
    expect(mailbox.letters.map(({ to }) => to)).toEqual([address(scene.barber)])
    await world.db
      .insertInto('notification_preferences')
      .values([
        { user_id: scene.customer.id, topic: 'appointments', channel: 'email', is_on: false },
        { user_id: scene.barber.id, topic: 'appointments', channel: 'in-app', is_on: false },
      ])
      .execute()
    await change(scene, 'confirm', await scene.put({ minutes: 2000 }), 'barber')
    await change(scene, 'cancel', await scene.put({ minutes: 3000 }), 'customer')
    await mailbox.deliver()
    expect(mailbox.letters.map(({ to }) => to)).toEqual([address(scene.barber), address(scene.barber)])
    expect((await listNews(scene.customer)).length).toBe(2)
    expect((await listNews(scene.barber)).length).toBe(1)
  })

  test('holds names as text, whatever is in them', async () => {
    const [person] = (await createCustomers(world.db, 1)) as [SceneCustomer]
    const name = '<img src=x onerror=alert(1)>\r\nBcc: a@b.c'
    await world.db.updateTable('users').set({ name }).where('id', '=', person.id).execute()
    const id = await scene.put({ customer: person })
    await world.call(appointmentsApi.cancel, { params: { id }, token: person.token, body: { reason: '<b>&' } })
    await mailbox.deliver()
    const [letter] = mailbox.letters
    expect(letter?.html).not.toContain('<img src=x')
    expect(letter?.html).toContain('&lt;b&gt;&amp;')
    expect(letter?.subject).not.toMatch(/[\r\n]/)
  })
})
