import { type Customer, type CustomerSort, customersApi } from '@na-regua/contract/customers'
import { dashboardApi } from '@na-regua/contract/dashboard'
import { visitsApi } from '@na-regua/contract/visits'
import { afterAll, expect, test } from 'vitest'
import { createRandom } from '../../../../seed/random.ts'
import { createUser } from '../../../../test/factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { createVisitScene } from '../../../../test/visit-scene.ts'

const world = await createHarness()
afterAll(() => world.close())

type Scene = Awaited<ReturnType<typeof createVisitScene>>

async function list({ owner, shop }: Scene, sort: CustomerSort = 'name'): Promise<Customer[]> {
  const request = { token: owner.token, params: { id: shop.id }, query: { sort } }
  return (await world.call(customersApi.list, request)).body.customers
}

/** What the list and the profile say of the only customer. */
async function readSpent(scene: Scene) {
  const { owner, profile } = scene
  const { body } = await world.call(customersApi.get, { token: owner.token, params: { id: profile.id } })
  const [listed] = await list(scene)
  expect(listed?.spentCents).toBe(body.customer.spentCents)
  return body.customer.spentCents
}

const reverse = ({ owner }: Scene, id: string) =>
  world.call(visitsApi.reverse, { token: owner.token, params: { id }, body: { reason: 'Engano' } })

test('a customer spent what the visit charged, with its discount and its products, without tips', async () => {
  const scene = await createVisitScene(world)
  const { cut, pomade, barber, putAppointment, close } = scene
  await putAppointment({ minutes: -300, status: 'COMPLETED' })
  expect(await readSpent(scene)).toBe(5000)
  const { body } = await close({
    appointmentId: (await putAppointment()).id,
    lines: [
      { kind: 'service', serviceId: cut.id, barberId: barber.id, unitCents: 5000, discountCents: 1200 },
      { kind: 'product', productId: pomade.id, unitCents: 4000, quantity: 2 },
      { kind: 'tip', barberId: barber.id, unitCents: 1000 },
    ],
  })
  expect(await readSpent(scene)).toBe(5000 + 3800 + 8000)
  await reverse(scene, body.visit.id)
  expect(await readSpent(scene)).toBe(5000)
})

test('a sale at the counter counts for who bought, a courtesy nothing, and a debt once', async () => {
  const scene = await createVisitScene(world)
  const { cut, pomade, barber, profile, putAppointment, close, pay } = scene
  const product = { kind: 'product', productId: pomade.id, unitCents: 4000 }
  await close({ lines: [product] })
  expect(await readSpent(scene)).toBe(0)
  await close({ profileId: profile.id, lines: [product], payments: [pay('account', 4000)] })
  await close({ profileId: profile.id, lines: [{ kind: 'debt', unitCents: 4000 }] })
  expect(await readSpent(scene)).toBe(4000)
  const courtesy = [{ kind: 'service', serviceId: cut.id, barberId: barber.id, unitCents: 5000, discountCents: 5000 }]
  await close({ appointmentId: (await putAppointment()).id, lines: courtesy })
  expect(await readSpent(scene)).toBe(4000)
})

type Person = { id: string; userId: string; cents: number }

/** A customer with an account, who has spent nothing yet. */
async function addPerson({ shop }: Scene, number: number): Promise<Person> {
  const name = `Pessoa ${number}`
  const { id: userId } = await createUser(world, { name })
  const row = { barbershop_id: shop.id, user_id: userId, name, phone: `+556298888000${number}` }
  const { id } = await world.db.insertInto('customer_profiles').values(row).returning('id').executeTakeFirstOrThrow()
  return { id, userId, cents: 0 }
}

/** An appointment that was completed without a visit, or one with a visit of random lines, which may be reversed; returns what it charged. */
async function addRandomVisit(
  random: ReturnType<typeof createRandom>,
  scene: Scene,
  request: { userId: string; minutes: number },
) {
  const { cut, pomade, barber, putAppointment, close } = scene
  const status = random.pick(['COMPLETED', 'CONFIRMED', 'CONFIRMED'])
  const { id: appointmentId } = await putAppointment({ minutes: -request.minutes, status, profileId: null })
  const customer = { customer_id: request.userId, customer_name: null }
  await world.db.updateTable('appointments').set(customer).where('id', '=', appointmentId).execute()
  if (status === 'COMPLETED') return 5000
  const unitCents = random.int(1, 9000)
  const discountCents = random.int(0, unitCents)
  const productCents = random.int(1, 4000)
  const lines = [
    { kind: 'service', serviceId: cut.id, barberId: barber.id, unitCents, discountCents },
    { kind: 'product', productId: pomade.id, unitCents: productCents },
  ]
  const { status: closed, body } = await close({ appointmentId, lines })
  expect(closed, JSON.stringify(body)).toBe(200)
  if (random.chance(0.7)) return unitCents - discountCents + productCents
  await reverse(scene, body.visit.id)
  return 0
}

test('customers of random visits are sorted, listed and exported by what they spent', async () => {
  const random = createRandom('gasto')
  const scene = await createVisitScene(world)
  const { owner } = scene
  const people: Person[] = []
  for (let number = 0; number < 4; number++) people.push(await addPerson(scene, number))
  for (let minutes = 60; minutes < 60 * 25; minutes += 60) {
    const person = random.pick(people)
    person.cents += await addRandomVisit(random, scene, { userId: person.userId, minutes })
  }
  const expected = people.toSorted((a, b) => b.cents - a.cents).map(({ id, cents }) => [id, cents])
  const listed = await list(scene, 'spent')
  expect(listed.slice(0, people.length).map(({ id, spentCents }) => [id, spentCents])).toEqual(expected)
  const { body: file } = await world.call(dashboardApi.exportCustomers, { token: owner.token })
  const amounts = file.match(/Pessoa \d;.*/g) as string[]
  for (const [number, { cents }] of people.entries()) {
    const row = amounts.find((line) => line.startsWith(`Pessoa ${number};`)) ?? ''
    expect(row).toContain((cents / 100).toFixed(2).replace('.', ','))
  }
})
