import { barbershopsApi } from '@na-regua/contract/barbershops'
import { reviewsApi } from '@na-regua/contract/reviews'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createAppointmentRow, createBarbershop } from '../../../test/barbershop-factories.ts'
import { createCaller } from '../../../test/factories.ts'
import { createHarness } from '../../../test/harness.ts'

const world = await createHarness()
afterAll(() => world.close())

type Caller = Awaited<ReturnType<typeof createCaller>>
let shop: Awaited<ReturnType<typeof createBarbershop>>
let customer: Caller

beforeEach(async () => {
  shop = await createBarbershop(world)
  customer = await createCaller(world, { name: 'Joana Prado' })
})

const visit = (status = 'COMPLETED', daysAgo = 1) =>
  createAppointmentRow(world, shop.id, {
    customerId: customer.user.id,
    status,
    startsAt: new Date(world.clock.now().getTime() - daysAgo * 86_400_000),
  })
const review = (body: object, token = customer.token) => world.call(reviewsApi.create, { body, token })
const told = (userId: string) =>
  world.db
    .selectFrom('notifications')
    .select(['type', 'title', 'message', 'path'])
    .where('user_id', '=', userId)
    .execute()

describe('POST /reviews', () => {
  test('by appointment: the review stands, the rating of the shop follows at once, barber and owner are told', async () => {
    const { id, barber_user_id: barberUserId } = await visit()
    const { status, body } = await review({ appointmentId: id, rating: 4, comment: '  Ótimo\r\n\n\n\ncorte  ' })
    expect(status).toBe(201)
    expect(body.review).toMatchObject({ rating: 4, comment: 'Ótimo\n\ncorte', user: { name: 'Joana P.' }, reply: null })
    const { body: shown } = await world.call(barbershopsApi.get, { params: { id: shop.id } })
    expect(shown.barbershop).toMatchObject({ averageRating: 4, reviewCount: 1 })
    const { body: list } = await world.call(reviewsApi.list, { params: { id: shop.id } })
    expect(list.reviews[0]).toEqual(body.review)
    for (const userId of [barberUserId, shop.owner_id])
      expect(await told(userId)).toEqual([
        {
          type: 'review_received',
          title: 'Nova avaliação: 4 estrelas',
          message: 'Joana P.: “Ótimo corte”',
          path: `/barbershop/${shop.id}?aba=avaliacoes`,
        },
      ])
  })

  test('by shop: the newest visit that was completed and not reviewed', async () => {
    const [older, newer] = [await visit('COMPLETED', 9), await visit('COMPLETED', 2)]
    await visit('CANCELLED', 1)
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

  test('twenty at once leave one review, counted once', async () => {
    const { id } = await visit()
    const answers = await Promise.all(Array.from({ length: 20 }, () => review({ appointmentId: id, rating: 5 })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)])
    const { body } = await world.call(barbershopsApi.get, { params: { id: shop.id } })
    expect(body.barbershop).toMatchObject({ averageRating: 5, reviewCount: 1 })
  })

  test.each(['SCHEDULED', 'CONFIRMED', 'CANCELLED', 'NO_SHOW'])('is refused while the visit is %s', async (status) => {
    const { id } = await visit(status)
    for (const wish of [{ appointmentId: id }, { barbershopId: shop.id }]) {
      const answer = await review({ ...wish, rating: 5 })
      expect([answer.status, answer.body.code]).toEqual([422, 'REVIEW_NOT_ALLOWED'])
    }
  })

  test("another's visit is not found, nor one of another shop", async () => {
    const { id } = await visit()
    const other = await createCaller(world)
    const elsewhere = await createBarbershop(world)
    const answers = [
      await review({ appointmentId: id, rating: 1 }, other.token),
      await review({ appointmentId: id, barbershopId: elsewhere.id, rating: 1 }),
    ]
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      Array(2).fill([404, 'APPOINTMENT_NOT_FOUND']),
    )
    const { status } = await review({ barbershopId: shop.id, rating: 1 }, other.token)
    expect(status).toBe(422)
  })

  test.each([
    ['nothing that it is about', {}],
    ['no rating', { rating: undefined }],
    ['half a star', { rating: 4.5 }],
    ['six stars', { rating: 6 }],
    ['a novel', { comment: 'x'.repeat(2001) }],
  ])('refuses %s', async (name, wrong) => {
    const about = name.startsWith('nothing') ? {} : { barbershopId: shop.id }
    expect((await review({ ...about, rating: 5, ...wrong })).status).toBe(400)
  })
})

describe('POST /reviews/:id/reply', () => {
  const reply = (id: string, words: string, token: string) =>
    world.call(reviewsApi.reply, { params: { id }, body: { reply: words }, token })

  test('the owner answers once, in public, and the customer is told', async () => {
    const owner = await createCaller(world, { role: 'OWNER' })
    await world.db.updateTable('barbershops').set({ owner_id: owner.user.id }).where('id', '=', shop.id).execute()
    const { body } = await review({ appointmentId: (await visit()).id, rating: 2, comment: 'Demorou' })
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, index) => reply(body.review.id, `Desculpe ${index}`, owner.token)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    const { body: list } = await world.call(reviewsApi.list, { params: { id: shop.id } })
    expect(list.reviews[0]).toMatchObject({
      reply: expect.stringMatching(/^Desculpe \d$/),
      repliedAt: world.clock.now().toISOString(),
    })
    expect(await told(customer.user.id)).toMatchObject([{ type: 'review_answered' }])
  })

  test("nobody else's: another owner, the customer, the barber, a blank answer", async () => {
    const { body } = await review({ appointmentId: (await visit()).id, rating: 2 })
    const [owner, barber] = [
      await createCaller(world, { role: 'OWNER' }),
      await createCaller(world, { role: 'BARBER' }),
    ]
    const answers = [
      await reply(body.review.id, 'Não é minha', owner.token),
      await reply(body.review.id, 'Nem minha', barber.token),
      await reply(body.review.id, 'Eu mesma', customer.token),
      await reply(body.review.id, '  ', owner.token),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 403, 403, 400])
  })
})
