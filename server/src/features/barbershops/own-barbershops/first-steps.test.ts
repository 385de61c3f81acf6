import { membersApi } from '@na-regua/contract/members'
import { ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import { afterAll, expect, test } from 'vitest'
import { createAppointmentRow } from '../../../../test/barbershop-factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { createOwner } from '../../../../test/owner-scene.ts'

const world = await createHarness()
afterAll(() => world.close())

type Owner = Awaited<ReturnType<typeof createOwner>>

const list = async ({ token }: Owner) =>
  (await world.call(ownBarbershopsApi.listFirstSteps, { token })).body.barbershops
const dismiss = (token: string, id: string) =>
  world.call(ownBarbershopsApi.dismissFirstSteps, { token, params: { id } })

test('the list ticks itself: each step is what the data of the barbershop show', async () => {
  const owner = await createOwner(world)
  const { id } = owner.shop
  await world.db.deleteFrom('working_hours').where('barbershop_id', '=', id).execute()
  const barbershop = { cover_image_url: null, auto_confirmation: 'off' }
  await world.db.updateTable('barbershops').set(barbershop).where('id', '=', id).execute()
  const none = { hasBarber: false, hasHours: false, hasPhoto: false }
  const nothing = { ...none, hasBooking: false, hasPoster: false, confirmsAtOnce: false }
  expect(await list(owner)).toEqual([{ id, name: owner.shop.name, steps: nothing }])

  await world.call(membersApi.add, { token: owner.token, params: { id }, body: { name: 'Beto' } })
  const hours = { barbershop_id: id, day_of_week: 1, opens_minute: 540, closes_minute: 1080 }
  await world.db.insertInto('working_hours').values(hours).execute()
  await createAppointmentRow(world, id)
  const withSome = { ...nothing, hasBarber: true, hasHours: true, hasBooking: true }
  expect(await list(owner)).toMatchObject([{ steps: withSome }])

  const shown = { cover_image_url: '/a.webp', auto_confirmation: 'returning' }
  await world.db.updateTable('barbershops').set(shown).where('id', '=', id).execute()
  const poster = { barbershop_id: id, file: 'cartaz.pdf', digest: 'x', bytes: Buffer.from('x') }
  await world.db
    .insertInto('posters')
    .values({ ...poster, rendered_at: world.clock.now() })
    .execute()
  expect(await list(owner)).toEqual([])
})

test('the owner dismisses it, and only their own', async () => {
  const owner = await createOwner(world)
  const stranger = await createOwner(world)
  expect((await dismiss(stranger.token, owner.shop.id)).status).toBe(404)
  expect(await list(owner)).toHaveLength(1)
  expect((await dismiss(owner.token, owner.shop.id)).body).toEqual({ dismissed: true })
  expect(await list(owner)).toEqual([])
})
