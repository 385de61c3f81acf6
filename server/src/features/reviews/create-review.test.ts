import { barbershopsApi } from '@na-regua/contract/barbershops'
import { reviewsApi } from '@na-regua/contract/reviews'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createAppointmentRow, createBarbershopRow } from '../../../test/barbershop-factories.ts'
import { createCaller } from '../../../test/factories.ts'
import { createHarness } from '../../../test/harness.ts'

const world = await createHarness()
afterAll(() => world.close())

type Customer = Awaited<ReturnType<typeof createCaller>>
let shop: Awaited<ReturnType<typeof createBarbershopRow>>
let customer: Customer

beforeEach(async () => {
  shop = await createBarbershopRow(world)
  customer = await createCaller(world, { name: 'Joana Prado' })
})

const createAppointment = (status = 'COMPLETED', daysAgo = 1) =>
  createAppointmentRow(world, shop.id, {
    customerId: customer.user.id,
    status,
    startsAt: new Date(world.clock.now().getTime() - daysAgo * 86_400_000),
  })
const review = (body: object, token = customer.token) => world.call(reviewsApi.create, { body, token })
const listNotifications = (userId: string) =>
  world.db
    .selectFrom('notifications')
    .select(['type', 'title', 'message', 'path'])
    .where('user_id', '=', userId)
    .execute()

describe('POST /reviews', () => {
  test('by appointment: creates the review, updates the rating, and notifies barber and owner [3.7, 7.21]', async () => {
    const { id, barber_user_id: barberUserId } = await createAppointment()
    const { status, body } = await review({ appointmentId: id, rating: 4, comment: '  Ótimo\r\n\n\n\ncorte  ' })
    expect(status).toBe(201)
    expect(body.review).toMatchObject({ rating: 4, comment: 'Ótimo\n\ncorte', user: { name: 'Joana P.' }, reply: null })
    const { body: shown } = await world.call(barbershopsApi.get, { params: { id: shop.id } })
    expect(shown.barbershop).toMatchObject({ averageRating: 4, reviewCount: 1 })
    const { body: list } = await world.call(reviewsApi.list, { params: { id: shop.id } })
    expect(list.reviews[0]).toEqual(body.review)
    for (const userId of [barberUserId, shop.owner_id])
      expect(await listNotifications(userId)).toEqual([
        {
          type: 'review_received',
          title: 'Nova avaliação: 4 estrelas',
          message: 'Joana P.: “Ótimo corte”',
          path: `/barbershop/${shop.id}?aba=avaliacoes#avaliacao-${body.review.id}`,
        },
      ])
  })

  test('by barbershop: reviews the newest completed and not yet reviewed appointment [5.16, 7.21]', async () => {
    const older = await createAppointment('COMPLETED', 9)
    const newer = await createAppointment('COMPLETED', 2)
    await createAppointment('CANCELLED', 1)
    for (const expected of [newer, older]) {
      expect((await review({ barbershopId: shop.id, rating: 5 })).status).toBe(201)
      const { id } = await world.db
        .selectFrom('reviews')
        .select('appointment_id as id')
        .where('customer_id', '=', customer.user.id)
        .orderBy('created_at', 'desc')
        .orderBy('appointment_id')
        .execute()
        .then((rows) => rows.find((row) => row.id === expected.id) ?? { id: undefined })
      expect(id).toBe(expected.id)
    }
    const { status, body } = await review({ barbershopId: shop.id, rating: 5 })
    expect([status, body.code]).toEqual([409, 'ALREADY_REVIEWED'])
  })

  test('twenty concurrent requests create one review, counted once [4.5]', async () => {
    const { id } = await createAppointment()
    const responses = await Promise.all(Array.from({ length: 20 }, () => review({ appointmentId: id, rating: 5 })))
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)])
    const { body } = await world.call(barbershopsApi.get, { params: { id: shop.id } })
    expect(body.barbershop).toMatchObject({ averageRating: 5, reviewCount: 1 })
  })

  test.each(['SCHEDULED', 'CONFIRMED', 'CANCELLED', 'NO_SHOW'])(
    'is rejected while the appointment is %s',
    async (status) => {
      const { id } = await createAppointment(status)
      for (const target of [{ appointmentId: id }, { barbershopId: shop.id }]) {
        const response = await review({ ...target, rating: 5 })
        expect([response.status, response.body.code]).toEqual([422, 'REVIEW_NOT_ALLOWED'])
      }
    },
  )

  test('does not find appointments of another customer or barbershop', async () => {
    const { id } = await createAppointment()
    const other = await createCaller(world)
    const elsewhere = await createBarbershopRow(world)
    const responses = [
      await review({ appointmentId: id, rating: 1 }, other.token),
      await review({ appointmentId: id, barbershopId: elsewhere.id, rating: 1 }),
    ]
    expect(responses.map(({ status, body }) => [status, body.code])).toEqual(
      Array(2).fill([404, 'APPOINTMENT_NOT_FOUND']),
    )
    const { status } = await review({ barbershopId: shop.id, rating: 1 }, other.token)
    expect(status).toBe(422)
  })

  test.each([
    ['no appointment or barbershop', {}],
    ['no rating', { rating: undefined }],
    ['a fraction of a star', { rating: 4.5 }],
    ['six stars', { rating: 6 }],
    ['a too long comment', { comment: 'x'.repeat(2001) }],
  ])('rejects %s', async (name, wrong) => {
    const about = name.startsWith('no appointment') ? {} : { barbershopId: shop.id }
    expect((await review({ ...about, rating: 5, ...wrong })).status).toBe(400)
  })
})

describe('POST /reviews/:id/reply', () => {
  const reply = (id: string, text: string, token: string) =>
    world.call(reviewsApi.reply, { params: { id }, body: { reply: text }, token })

  test('the owner replies once, publicly, and the customer is notified', async () => {
    const owner = await createCaller(world, { role: 'OWNER' })
    await world.db.updateTable('barbershops').set({ owner_id: owner.user.id }).where('id', '=', shop.id).execute()
    const { body } = await review({ appointmentId: (await createAppointment()).id, rating: 2, comment: 'Demorou' })
    const responses = await Promise.all(
      Array.from({ length: 5 }, (_, index) => reply(body.review.id, `Desculpe ${index}`, owner.token)),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    const { body: list } = await world.call(reviewsApi.list, { params: { id: shop.id } })
    expect(list.reviews[0]).toMatchObject({
      reply: expect.stringMatching(/^Desculpe \d$/),
      repliedAt: world.clock.now().toISOString(),
    })
    expect(await listNotifications(customer.user.id)).toMatchObject([{ type: 'review_answered' }])
  })

  test('rejects another owner, the barber, the customer and a blank reply', async () => {
    const { body } = await review({ appointmentId: (await createAppointment()).id, rating: 2 })
    const owner = await createCaller(world, { role: 'OWNER' })
    const barber = await createCaller(world, { role: 'BARBER' })
    const responses = [
      await reply(body.review.id, 'Não é minha', owner.token),
      await reply(body.review.id, 'Nem minha', barber.token),
      await reply(body.review.id, 'Eu mesma', customer.token),
      await reply(body.review.id, '  ', owner.token),
    ]
    expect(responses.map(({ status }) => status)).toEqual([404, 403, 403, 400])
  })
})
