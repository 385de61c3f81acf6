import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { privacyApi } from '@na-regua/contract/privacy'
import { type OwnReviewPhotos, reviewPhotosApi } from '@na-regua/contract/review-photos'
import { reviewsApi } from '@na-regua/contract/reviews'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createAppointmentRow, createBarber, createBarbershopRow } from '../../../../test/barbershop-factories.ts'
import { createCaller, createSessionToken } from '../../../../test/factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { createMailbox } from '../../../../test/mailbox.ts'
import { testImage } from '../../../../test/test-image.ts'

const folder = await mkdtemp(join(tmpdir(), 'na-regua-review-photos-'))
const world = await createHarness({ environment: { DATA_DIR: folder } })
const mailbox = createMailbox(world)
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true, force: true })
})

type Caller = Awaited<ReturnType<typeof createCaller>>
let shop: Awaited<ReturnType<typeof createBarbershopRow>>
let author: Caller
let appointmentId: string
let reviewId: string

beforeEach(async () => {
  await mailbox.deliver()
  mailbox.emails.length = 0
  shop = await createBarbershopRow(world)
  author = await createCaller(world, { name: 'Joana Prado' })
  const startsAt = new Date(world.clock.now().getTime() - 86_400_000)
  const visit = { customerId: author.user.id, status: 'COMPLETED', startsAt }
  appointmentId = (await createAppointmentRow(world, shop.id, visit)).id
  const { body } = await world.call(reviewsApi.create, {
    token: author.token,
    body: { appointmentId, rating: 2, comment: 'Ficou torto' },
  })
  reviewId = body.review.id
})

async function add({ token = author.token, id = reviewId, consent = 'true', bytes = testImage } = {}) {
  const head =
    '--x\r\ncontent-disposition: form-data; name="photo"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n'
  const response = await world.app.inject({
    method: 'POST',
    url: `/api/reviews/${id}/photos`,
    query: { consent },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--x--\r\n')]),
    headers: { 'content-type': 'multipart/form-data; boundary=x', authorization: `Bearer ${token}` },
  })
  return { status: response.statusCode, body: response.json<OwnReviewPhotos & { code?: string }>() }
}

/** Adds a photo and returns it. */
/** The last one: photos are in the order of their times. */
async function addPhoto() {
  world.clock.advance({ minutes: 1 })
  const { body } = await add()
  return body.photos.at(-1) as OwnReviewPhotos['photos'][number]
}

/** As everyone sees them. */
async function listShown() {
  const { body } = await world.call(reviewsApi.list, { params: { id: shop.id } })
  return body.reviews[0].photos.map(({ id }: { id: string }) => id)
}
const listOwn = async (token = author.token) =>
  world.call(reviewPhotosApi.listOwn, { token, params: { id: appointmentId } })
const remove = (id: string, token = author.token) => world.call(reviewPhotosApi.remove, { token, params: { id } })
const report = (id: string, { token }: { token: string }, reason = 'Não é desta barbearia') =>
  world.call(reviewPhotosApi.report, { token, params: { id }, body: { reason } })
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => body.code ?? String(status)

/** The link of an email to the moderators about this photo. */
async function openedLink(photoId: string) {
  async function findLink() {
    await mailbox.deliver()
    const links = mailbox.emails.map(({ text }) => /\/moderacao#([\da-f-]{36})\.([\w-]{43})/.exec(text) ?? [])
    return links.find(([, id]) => id === photoId)
  }
  await expect.poll(findLink).toBeDefined()
  const [, id, token] = (await findLink()) ?? []
  return { id: String(id), token: String(token) }
}
type Link = Awaited<ReturnType<typeof openedLink>>
const look = (params: Link) => world.call(reviewPhotosApi.getReported, { params })
const decide = (params: Link, decision: 'approve' | 'remove') =>
  world.call(reviewPhotosApi.moderate, { params, body: { decision } })

describe('the author', () => {
  test('adds up to three photos, with the time of the consent; everyone sees them in that order', async () => {
    for (const _ of [1, 2, 3]) expect((await add()).status).toBe(200)
    const { body } = await listOwn()
    expect(body.photos).toHaveLength(3)
    expect(await listShown()).toEqual(body.photos.map(({ id }: { id: string }) => id))
    expect(codeOf(await add())).toBe('TOO_MANY_PHOTOS')
    const stored = await world.db
      .selectFrom('review_photos')
      .select('consented_at')
      .where('review_id', '=', reviewId)
      .execute()
    expect(stored).toEqual(Array(3).fill({ consented_at: world.clock.now() }))
  })

  test('adds three of several sent at once', async () => {
    const responses = await Promise.all([1, 2, 3, 4, 5].map(() => add()))
    expect(responses.map(codeOf).toSorted()).toEqual(['200', '200', '200', 'TOO_MANY_PHOTOS', 'TOO_MANY_PHOTOS'])
    expect(await listShown()).toHaveLength(3)
  })

  test('is refused without consent, for what is no image, and for the review of another', async () => {
    const other = await createCaller(world)
    expect(codeOf(await add({ consent: 'false' }))).toBe('INVALID_INPUT')
    expect(codeOf(await add({ bytes: Buffer.from('<svg/>') }))).toBe('IMAGE_INVALID')
    expect(codeOf(await add({ token: other.token }))).toBe('REVIEW_NOT_FOUND')
    expect(codeOf(await add({ token: await createSessionToken(world, shop.owner_id) }))).toBe('REVIEW_NOT_FOUND')
    expect(codeOf(await listOwn(other.token))).toBe('REVIEW_NOT_FOUND')
    expect(await listShown()).toEqual([])
  })

  test('takes a photo away with its files; others cannot', async () => {
    const photo = await addPhoto()
    expect(codeOf(await remove(photo.id, (await createCaller(world)).token))).toBe('PHOTO_NOT_FOUND')
    expect(codeOf(await remove(photo.id, await createSessionToken(world, shop.owner_id)))).toBe('PHOTO_NOT_FOUND')
    expect((await world.app.inject(photo.url)).headers['cache-control']).toContain('immutable')
    const { status, body } = await remove(photo.id)
    expect([status, body]).toEqual([200, { reviewId, photos: [] }])
    await mailbox.deliver()
    expect(existsSync(join(folder, photo.url))).toBe(false)
    expect(codeOf(await remove(photo.id))).toBe('PHOTO_NOT_FOUND')
  })

  test('has photos and reports in the export; erased with them', async () => {
    const photo = await addPhoto()
    const reporter = await createCaller(world)
    await report(photo.id, reporter)
    const exported = async (token: string) => (await world.call(privacyApi.export, { token })).body.data
    expect((await exported(author.token)).fotosDasAvaliacoes).toMatchObject([{ url: photo.url }])
    expect((await exported(reporter.token)).denunciasDeFotos).toMatchObject([{ reason: 'Não é desta barbearia' }])
  })
})

describe('a report', () => {
  test('goes to the moderators, and the photo stays until another account agrees', async () => {
    const photo = await addPhoto()
    const one = await createCaller(world)
    const two = await createCaller(world)
    expect((await report(photo.id, one)).body).toEqual({ isReported: true })
    await mailbox.deliver()
    expect(mailbox.emails.map(({ to, subject }) => [to, subject])).toEqual([
      [world.config.contactEmail, `Foto denunciada em ${shop.name}`],
    ])
    expect(mailbox.emails[0]?.text).toContain('Motivo: Não é desta barbearia')
    // Repeated it counts once.
    expect((await report(photo.id, one)).status).toBe(200)
    expect(await listShown()).toEqual([photo.id])
    expect((await report(photo.id, two)).status).toBe(200)
    expect(await listShown()).toEqual([])
    expect((await listOwn()).body.photos).toMatchObject([{ id: photo.id, isHidden: true }])
    world.clock.advance({ minutes: 2 })
    expect((await world.app.inject(photo.url)).headers['cache-control']).toBe('private, max-age=60')
  })

  test('of everyone who works in the barbershop counts as one', async () => {
    const photo = await addPhoto()
    const barber = await createBarber(world, shop.id)
    const owner = { token: await createSessionToken(world, shop.owner_id) }
    await report(photo.id, owner)
    await report(photo.id, { token: await createSessionToken(world, barber.user_id) })
    expect(await listShown()).toEqual([photo.id])
    await report(photo.id, await createCaller(world))
    expect(await listShown()).toEqual([])
  })

  test('of two accounts at once hides it, 40 rounds', async () => {
    const reporters = [await createCaller(world), await createCaller(world)]
    const photo = await addPhoto()
    for (let round = 0; round < 40; round++) {
      await sql`delete from review_photo_reports; update review_photos set hidden_at = null; delete from attempts`.execute(
        world.db,
      )
      await Promise.all(reporters.map((reporter) => report(photo.id, reporter)))
      expect(await listShown()).toEqual([])
    }
  })

  test('is refused by the author, without a verified e-mail, without a reason, and of an unknown photo', async () => {
    const photo = await addPhoto()
    const newcomer = await createCaller(world, { isEmailVerified: false })
    const other = await createCaller(world)
    expect(codeOf(await report(photo.id, author))).toBe('PHOTO_NOT_FOUND')
    expect(codeOf(await report(photo.id, newcomer))).toBe('EMAIL_NOT_VERIFIED')
    expect(codeOf(await report(photo.id, other, ' \n '))).toBe('INVALID_INPUT')
    expect(codeOf(await report(crypto.randomUUID(), other))).toBe('PHOTO_NOT_FOUND')
    expect(await listShown()).toEqual([photo.id])
  })
})

describe('the moderators', () => {
  /** Hidden by two reports. */
  async function createHiddenPhoto() {
    const photo = await addPhoto()
    for (const _ of [1, 2]) await report(photo.id, await createCaller(world))
    return { photo, link: await openedLink(photo.id) }
  }

  test('see the photo and the reports; looking changes nothing', async () => {
    const { photo, link } = await createHiddenPhoto()
    const { status, body } = await look(link)
    expect([status, body.photo]).toMatchObject([
      200,
      { url: photo.url, barbershopName: shop.name, comment: 'Ficou torto', isHidden: true, isApproved: false },
    ])
    expect(body.photo.reports).toHaveLength(2)
    expect(await listShown()).toEqual([])
  })

  test('approve it: it is shown again and cannot be reported any more', async () => {
    const { photo, link } = await createHiddenPhoto()
    for (const _ of [1, 2]) expect((await decide(link, 'approve')).body).toEqual({ isApproved: true })
    expect(await listShown()).toEqual([photo.id])
    expect(codeOf(await report(photo.id, await createCaller(world)))).toBe('PHOTO_APPROVED')
  })

  test('remove it with its files; the link then opens nothing', async () => {
    const { photo, link } = await createHiddenPhoto()
    expect((await decide(link, 'remove')).body).toEqual({ isApproved: false })
    await mailbox.deliver()
    expect(existsSync(join(folder, photo.url))).toBe(false)
    expect((await listOwn()).body.photos).toEqual([])
    expect(codeOf(await look(link))).toBe('PHOTO_NOT_FOUND')
    for (const decision of ['approve', 'remove'] as const)
      expect(codeOf(await decide(link, decision))).toBe('PHOTO_NOT_FOUND')
  })

  test('need the token of this photo', async () => {
    const { photo, link } = await createHiddenPhoto()
    const other = await createHiddenPhoto()
    for (const wrong of [
      { ...link, token: other.link.token },
      { id: photo.id, token: 'x'.repeat(43) },
    ]) {
      expect(codeOf(await look(wrong))).toBe('LINK_INVALID')
      expect(codeOf(await decide(wrong, 'remove'))).toBe('LINK_INVALID')
    }
    expect((await listOwn()).body.photos).toHaveLength(2)
  })
})
