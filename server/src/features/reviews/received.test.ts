import { reviewsApi } from '@na-regua/contract/reviews'
import { Value } from 'typebox/value'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createBarbershopRow, createReviewRow } from '../../../test/barbershop-factories.ts'
import { createSessionToken } from '../../../test/factories.ts'
import { createHarness } from '../../../test/harness.ts'
import { createOutsiders, createOwner } from '../../../test/owner-scene.ts'

const world = await createHarness()
afterAll(() => world.close())

let owner: Awaited<ReturnType<typeof createOwner>>
beforeEach(async () => {
  owner = await createOwner(world)
})

const days = (count: number) => new Date(world.clock.now().getTime() - count * 86_400_000)

type Fields = { comment: string; rating?: number; age?: number; reply?: string; shopId?: string; customerName?: string }

async function addReview({ age = 1, reply, shopId = owner.shop.id, ...fields }: Fields) {
  const { id, appointment_id } = await createReviewRow(world, shopId, { ...fields, createdAt: days(age) })
  const { barber_id, barber_user_id } = await world.db
    .selectFrom('appointments')
    .selectAll()
    .where('id', '=', appointment_id)
    .executeTakeFirstOrThrow()
  const answered = reply ? { reply, replied_at: days(0) } : {}
  await world.db
    .updateTable('reviews')
    .set({ barber_id, ...answered })
    .where('id', '=', id)
    .execute()
  return { id, barberId: barber_id, barberUserId: barber_user_id }
}

async function list(query: object = {}, token = owner.token) {
  const { status, body } = await world.call(reviewsApi.listReceived, { token, query: { ...query } })
  expect(status).toBe(200)
  expect(Value.Check(reviewsApi.listReceived.schema.response[200], body)).toBe(true)
  return body
}
const commentsOf = (body: { reviews: { comment: string }[] }) => body.reviews.map(({ comment }) => comment)

test('an owner gets those of every barbershop, unanswered first, then the newest', async () => {
  const second = await createBarbershopRow(world, { name: 'Tesoura de Prata' })
  await world.db.updateTable('barbershops').set({ owner_id: owner.user.id }).where('id', '=', second.id).execute()
  await addReview({ comment: 'Respondida ontem', age: 1, reply: 'Obrigado' })
  await addReview({ comment: 'Antiga', age: 9 })
  await addReview({ comment: 'Nova', age: 2, shopId: second.id })
  await addReview({ comment: 'De outro dono', shopId: (await createOwner(world)).shop.id })
  const body = await list()
  expect(commentsOf(body)).toEqual(['Nova', 'Antiga', 'Respondida ontem'])
  expect(body).toMatchObject({ unanswered: 2, pagination: { total: 3, totalPages: 1 } })
  expect(body.reviews[0]).toMatchObject({
    barbershop: { id: second.id, name: 'Tesoura de Prata', timeZone: 'America/Sao_Paulo' },
    canReply: true,
    createdAt: days(2).toISOString(),
  })
  expect(body.reviews[2]).toMatchObject({ canReply: false, reply: 'Obrigado', repliedAt: days(0).toISOString() })
  expect(body.barbershops.map(({ name }: { name: string }) => name)).toEqual(['Navalha de Ouro', 'Tesoura de Prata'])
  expect(body.barbers).toHaveLength(3)
  const pages = [await list({ perPage: 2 }), await list({ perPage: 2, page: 2 })]
  expect(pages.map(commentsOf)).toEqual([['Nova', 'Antiga'], ['Respondida ontem']])
})

test('is filtered by stars, barbershop, barber and words', async () => {
  const second = await createBarbershopRow(world)
  await world.db.updateTable('barbershops').set({ owner_id: owner.user.id }).where('id', '=', second.id).execute()
  const { barberId } = await addReview({ comment: 'Degradê impecável', rating: 5, age: 1 })
  await addReview({ comment: 'Demorou', rating: 2, age: 2, customerName: 'Zenóbia Prates' })
  await addReview({ comment: 'Bom', rating: 4, age: 3, shopId: second.id })
  expect(commentsOf(await list({ rating: 2 }))).toEqual(['Demorou'])
  expect(commentsOf(await list({ barbershopId: second.id }))).toEqual(['Bom'])
  expect(commentsOf(await list({ barberId }))).toEqual(['Degradê impecável'])
  expect(commentsOf(await list({ q: 'degrade imp' }))).toEqual(['Degradê impecável'])
  expect(commentsOf(await list({ q: 'zenobia' }))).toEqual(['Demorou'])
  expect(await list({ q: 'zenobia', rating: 5 })).toMatchObject({
    reviews: [],
    unanswered: 0,
    pagination: { total: 0 },
  })
})

test('a barber gets those about them, and may not reply', async () => {
  const { barberUserId, barberId } = await addReview({ comment: 'Sobre mim' })
  await addReview({ comment: 'Sobre outro' })
  const token = await createSessionToken(world, barberUserId)
  const body = await list({}, token)
  expect(commentsOf(body)).toEqual(['Sobre mim'])
  expect(body.reviews[0].canReply).toBe(false)
  expect(body.barbers.map(({ id }: { id: string }) => id)).toEqual([barberId])
  await world.db
    .updateTable('barbers')
    .set({ removed_at: days(0) })
    .where('id', '=', barberId)
    .execute()
  expect(await list({}, token)).toMatchObject({ reviews: [], barbershops: [], barbers: [] })
})

test('customers and anonymous users have none', async () => {
  const { customer, anonymous } = await createOutsiders(world)
  expect((await world.call(reviewsApi.listReceived, { token: customer })).status).toBe(403)
  expect((await world.call(reviewsApi.listReceived, { token: anonymous })).status).toBe(401)
})

test('a reply moves the review behind the unanswered ones', async () => {
  const { id } = await addReview({ comment: 'Primeira', age: 1 })
  await addReview({ comment: 'Segunda', age: 2 })
  const reply = { params: { id }, body: { reply: 'Volte sempre' }, token: owner.token }
  expect((await world.call(reviewsApi.reply, reply)).status).toBe(200)
  const body = await list()
  expect(commentsOf(body)).toEqual(['Segunda', 'Primeira'])
  expect(body).toMatchObject({
    unanswered: 1,
    reviews: [{ canReply: true }, { canReply: false, reply: 'Volte sempre' }],
  })
})
