import { agendasApi } from '@na-regua/contract/agendas'
import { appointmentsApi } from '@na-regua/contract/appointments'
import { barbershopsApi } from '@na-regua/contract/barbershops'
import { calendarFeedApi } from '@na-regua/contract/calendar-feed'
import { ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import { afterAll, expect, test } from 'vitest'
import { createSubscription } from '../../../../test/factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { createMailbox } from '../../../../test/mailbox.ts'
import { createStatusScene } from '../../../../test/status-scene.ts'

const world = await createHarness()
afterAll(() => world.close())
const scene = await createStatusScene(world, { hours: [0, 1440] })
const { shop, owner, customer, barber } = scene
await world.db.updateTable('users').set({ role: 'OWNER' }).where('id', '=', owner.id).execute()
await createSubscription(world, owner.id)
const mailbox = createMailbox(world)

/** The location of the only event, unfolded and without the escapes of iCalendar. */
function readLocation(calendar: string) {
  const [, location = ''] = /^LOCATION:(.*)$/m.exec(calendar.replaceAll('\r\n ', '').replaceAll('\r', '')) ?? []
  return location.replaceAll('\\,', ',')
}

async function listShownAddresses() {
  const id = await scene.put({ status: 'SCHEDULED' })
  const ids = { params: { id } }
  const agenda = (await world.call(agendasApi.listOfCustomer, { token: customer.token })).body.appointments
  const file = await world.app.inject({
    url: appointmentsApi.calendar.url.replace(':id', id).replace(/^(?!\/api)/, '/api'),
    headers: { authorization: `Bearer ${customer.token}` },
  })
  const feed = await world.call(calendarFeedApi.create, { token: customer.token })
  const feedFile = await world.app.inject({ url: new URL(String(feed.body.url)).pathname })
  await world.call(appointmentsApi.confirm, { ...ids, token: barber.token })
  await mailbox.deliver()
  const email = mailbox.emails.findLast(({ to }) => to === `${customer.id}@cliente.test`)
  await world.db.deleteFrom('appointments').where('id', '=', id).execute()
  return {
    page: (await world.call(barbershopsApi.get, { params: { id: shop.id } })).body.barbershop.address,
    agenda: agenda[0].barbershop.address,
    file: readLocation(file.payload),
    feed: readLocation(feedFile.payload),
    email: email?.text.match(/^Endereço: (.*)$/m)?.[1],
  }
}

test.each([
  ['composed', '', 'Rua Augusta, 900, Loja 2 - Consolação, São Paulo - SP'],
  ['written by the owner', 'Galeria Augusta, loja 2, São Paulo', 'Galeria Augusta, loja 2, São Paulo'],
])('page, agenda, calendar and email show the line that is %s', async (_, line, shown) => {
  const address = { street: 'Rua Augusta', number: '900', complement: 'Loja 2', neighborhood: 'Consolação', line }
  const saved = await world.call(ownBarbershopsApi.updateBarbershop, {
    token: owner.token,
    params: { id: shop.id },
    body: { address },
  })
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  expect(await listShownAddresses()).toEqual({
    page: shown,
    agenda: shown,
    email: shown,
    file: `Navalha de Ouro, ${shown}`,
    feed: `Navalha de Ouro, ${shown}`,
  })
})

test('cards have street and number', async () => {
  const query = { latitude: -23.55, longitude: -46.63 }
  const { barbershops } = (await world.call(barbershopsApi.nearby, { query })).body
  expect(barbershops).toMatchObject([{ street: 'Rua Augusta', number: '900', neighborhood: 'Consolação' }])
})
