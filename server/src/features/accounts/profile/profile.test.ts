import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountsApi } from '@na-regua/contract/accounts'
import { imageUrlOfWidth, MAX_IMAGE_BYTES } from '@na-regua/contract/images'
import { profileApi } from '@na-regua/contract/profile'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { createCaller } from '../../../../test/factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { createMailbox } from '../../../../test/mailbox.ts'

const folder = await mkdtemp(join(tmpdir(), 'na-regua-profile-'))
const world = await createHarness({ environment: { DATA_DIR: folder } })
const mailbox = createMailbox(world)
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true, force: true })
})

const me = async (token: string) => (await world.call(accountsApi.me, { token })).body.user
const jpeg = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#1b6b45' } })
  .jpeg()
  .toBuffer()

type Sent = { field?: string; name?: string; type?: string; contentType?: string }

/** A multipart upload as a browser sends it, or a hand-written one. */
async function upload(token: string | undefined, bytes: Buffer, sent: Sent = {}) {
  const { field = 'avatar', name = 'eu.jpg', type = 'image/jpeg', contentType } = sent
  const head = `--grenze\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`
  const response = await world.app.inject({
    method: 'POST',
    url: '/api/users/avatar',
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--grenze--\r\n')]),
    headers: {
      'content-type': contentType ?? 'multipart/form-data; boundary=grenze',
      ...(token && { authorization: `Bearer ${token}` }),
    },
  })
  return { status: response.statusCode, body: response.json() }
}

const fileOf = (url: string) => join(folder, url)
const filesIn = (name: string) => readdir(join(folder, 'uploads', name)).catch(() => [])

describe('updating the profile', () => {
  const save = (token: string | undefined, id: string, body: object) =>
    world.call(profileApi.update, { token, params: { id }, body })

  test('cleans the name and sets or removes the phone [7.7]', async () => {
    const { user, token } = await createCaller(world, { phone: '6232320000' })
    const response = await save(token, user.id, { name: '  Ana\n  Beatriz ' })
    expect(response.body.user).toMatchObject({
      id: user.id,
      name: 'Ana Beatriz',
      phone: '6232320000',
      email: user.email,
    })
    expect((await save(token, user.id.toUpperCase(), { name: 'Ana', phone: '62999990000' })).body.user.phone).toBe(
      '62999990000',
    )
    expect((await save(token, user.id, { name: 'Ana', phone: null })).body.user.phone).toBeNull()
    expect(await me(token)).toMatchObject({ name: 'Ana', phone: null })
  })

  test('is forbidden for other users', async () => {
    const mine = await createCaller(world)
    const other = await createCaller(world, { name: 'Bia', role: 'OWNER' })
    const response = await save(mine.token, other.user.id, { name: 'Outra' })
    expect([response.status, response.body.code]).toEqual([403, 'FORBIDDEN'])
    expect((await save(undefined, mine.user.id, { name: 'Outra' })).status).toBe(401)
    expect((await me(other.token)).name).toBe('Bia')
  })

  test.each([
    ['no name', {}],
    ['a name of spaces', { name: ' \n ' }],
    ['a name of 121 letters', { name: 'a'.repeat(121) }],
    ['a phone with a message', { name: 'Ana', phone: '6299999000a' }],
    ['a role', { name: 'Ana', role: 'OWNER' }],
    ['an e-mail', { name: 'Ana', email: 'a@b.cd' }],
  ])('rejects %s', async (_, body) => {
    const { user, token } = await createCaller(world, { name: 'Como antes' })
    expect((await save(token, user.id, body)).body.code).toBe('INVALID_INPUT')
    expect((await me(token)).name).toBe('Como antes')
  })
})

describe('the avatar', () => {
  test('is stored in two sizes under a random name and served with a long cache lifetime [7.7]', async () => {
    const { token } = await createCaller(world)
    const { status, body } = await upload(token, jpeg, { name: '../../../etc/x.png', type: 'text/html' })
    expect([status, body.avatarUrl]).toEqual([200, expect.stringMatching(/^\/uploads\/avatars\/[\w-]{22}-320\.webp$/)])
    expect((await me(token)).avatarUrl).toBe(body.avatarUrl)
    for (const width of [96, 320]) {
      const response = await world.app.inject(imageUrlOfWidth(body.avatarUrl, width))
      expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/webp'])
      expect(response.headers['cache-control']).toContain('immutable')
      expect(await sharp(response.rawPayload).metadata()).toMatchObject({ format: 'webp', width, height: width })
    }
  })

  test('replaces the previous one, whose files are deleted after the commit', async () => {
    const { token } = await createCaller(world)
    const before = (await upload(token, jpeg)).body.avatarUrl
    const after = (await upload(token, jpeg)).body.avatarUrl
    expect(existsSync(fileOf(before))).toBe(true)
    await mailbox.deliver()
    const exist = (url: string) => [96, 320].map((width) => existsSync(fileOf(imageUrlOfWidth(url, width))))
    expect([exist(before), exist(after)]).toEqual([
      [false, false],
      [true, true],
    ])
    expect((await world.call(profileApi.clearAvatar, { token })).body).toEqual({ avatarUrl: null })
    expect((await me(token)).avatarUrl).toBeNull()
    await mailbox.deliver(new Date('2099-01-01'))
    expect(exist(after)).toEqual([false, false])
  })

  test('whose transaction fails is deleted by a job; a committed one stays', async () => {
    const { token } = await createCaller(world)
    const { avatarUrl } = (await upload(token, jpeg)).body
    await sql`alter table users add constraint users_no_avatar check (avatar_url is null) not valid`.execute(world.db)
    const files = await filesIn('avatars')
    expect((await upload(token, jpeg)).status).toBe(500)
    await sql`alter table users drop constraint users_no_avatar`.execute(world.db)
    expect(await filesIn('avatars')).toHaveLength(files.length + 2)
    await mailbox.deliver(new Date('2099-01-01'))
    expect((await filesIn('avatars')).toSorted()).toEqual(files.toSorted())
    expect(existsSync(fileOf(avatarUrl))).toBe(true)
  })

  test('of the demo is shared and never deleted', async () => {
    const { user, token } = await createCaller(world)
    await world.db
      .updateTable('users')
      .set({ avatar_url: '/uploads/demo/rosto-1.webp' })
      .where('id', '=', user.id)
      .execute()
    await world.call(profileApi.clearAvatar, { token })
    const planned = sql`select 1 from graphile_worker.jobs where task_identifier = 'delete-files'`
    expect((await planned.execute(world.db)).rows).toEqual([])
  })

  const invalid = [422, 'IMAGE_INVALID', 'Por favor, selecione um arquivo de imagem válido.'] as const
  const large = [413, 'IMAGE_TOO_LARGE', 'A imagem deve ter no máximo 5MB.'] as const
  const unknown = [415, 'UNSUPPORTED_MEDIA_TYPE', 'Formato de envio não aceito.'] as const

  test.each<[string, readonly [number, string, string], () => Buffer, Sent?]>([
    ['SVG by the name of a JPEG', invalid, () => Buffer.from('<svg/>')],
    ['an empty file', invalid, () => Buffer.alloc(0)],
    ['a truncated image', invalid, () => jpeg.subarray(0, 700)],
    ['another field', invalid, () => jpeg, { field: 'foto' }],
    ['one byte too many', large, () => padded(MAX_IMAGE_BYTES + 1)],
    ['ten megabytes', large, () => padded(2 * MAX_IMAGE_BYTES)],
    ['JSON', unknown, () => jpeg, { contentType: 'application/json' }],
    ['another kind of form', unknown, () => jpeg, { contentType: 'multipart/mixed; boundary=grenze' }],
    ['a form without a boundary', unknown, () => jpeg, { contentType: 'multipart/form-data' }],
    ['another boundary', invalid, () => jpeg, { contentType: 'multipart/form-data; boundary=x' }],
  ])('rejects %s and changes nothing', async (_, [status, code, message], bytes, sent) => {
    const { token } = await createCaller(world)
    const files = await filesIn('avatars')
    expect(await upload(token, bytes(), sent)).toEqual({ status, body: { code, message } })
    expect((await me(token)).avatarUrl).toBeNull()
    expect(await filesIn('avatars')).toEqual(files)
  })

  test('of exactly 5 MB is accepted; without a session it is not [9.11]', async () => {
    const { token } = await createCaller(world)
    expect((await upload(token, padded(MAX_IMAGE_BYTES))).status).toBe(200)
    expect((await upload(undefined, jpeg)).status).toBe(401)
  })

  test('of concurrent uploads leaves the files of one only', async () => {
    const { token } = await createCaller(world)
    const responses = await Promise.all([1, 2, 3, 4].map(() => upload(token, jpeg)))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    await mailbox.deliver(new Date('2099-01-01'))
    const { avatarUrl } = await me(token)
    for (const { body } of responses) expect(existsSync(fileOf(body.avatarUrl))).toBe(body.avatarUrl === avatarUrl)
  })
})

/** A valid image with trailing bytes up to `length`. */
function padded(length: number) {
  return Buffer.concat([jpeg, Buffer.alloc(length - jpeg.length)])
}
