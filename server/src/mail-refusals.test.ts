import { accountsApi } from '@na-regua/contract/accounts'
import { invitesApi } from '@na-regua/contract/invites'
import { membersApi } from '@na-regua/contract/members'
import { notificationsApi } from '@na-regua/contract/notifications'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCaller, createUser } from '../test/factories.ts'
import { createHarness } from '../test/harness.ts'
import { createOwner } from '../test/owner-scene.ts'
import { startSmtpServer } from '../test/smtp-server.ts'
import { sweepNotifications } from './features/notifications/delivery/sweep-notifications.ts'
import { createJobHandlers } from './jobs.ts'
import type { RenderedEmail } from './lib/email.ts'
import { type JobIdentity, ServiceOutage } from './lib/jobs.ts'
import type { Mailer } from './lib/mail.ts'
import { reviveJobs } from './lib/worker/revive-jobs.ts'
import { runJobs } from './lib/worker/run-jobs.ts'

const world = await createHarness()
const smtp = await startSmtpServer(world)
afterAll(async () => {
  await smtp.close()
  await world.close()
})

const site = 'https://naregua.test'
const handlersFor = (mail: Mailer) => createJobHandlers({ ...world, mail, site })
const handlers = handlersFor(smtp.mail)
const HOUR_MS = 3_600_000

/** Every retry of a day, as the queue and the job that revives others would make them. */
async function work({ rounds = 3, jobHandlers = handlers } = {}) {
  for (let round = 0; round < rounds; round++) {
    await reviveJobs(world)
    await runJobs({ databaseUrl: world.url, handlers: jobHandlers, until: new Date(Date.now() + 24 * HOUR_MS) })
  }
}

const attemptsAt = (address: string) => smtp.rejections.filter((rejected) => rejected === address).length
const countJobs = async () => (await sql`select 1 from graphile_worker.jobs`.execute(world.db)).rows.length
const listNotifications = async (token: string) =>
  (await world.call(notificationsApi.list, { token })).body.notifications.map(
    ({ title, message }: { title: string; message: string }) => [title, message],
  )

beforeAll(() => sql`delete from graphile_worker._private_jobs`.execute(world.db))

test('an invite to an address that refuses for good is tried once, and its owner is notified', async () => {
  const owner = await createOwner(world)
  const email = 'digitado-errado@refusing.test'
  const params = { id: '' }
  const invites = async () => (await world.call(membersApi.list, { token: owner.token })).body.invites

  const created = await world.call(invitesApi.create, {
    token: owner.token,
    body: { barbershopId: owner.shop.id, userEmail: email },
  })
  params.id = created.body.invite.id
  expect(created.body.invite.isRefused).toBe(false)
  await work({ rounds: 20 })
  expect([attemptsAt(email), await countJobs()]).toEqual([1, 0])
  expect(await invites()).toMatchObject([{ id: params.id, email, isRefused: true }])
  expect(await listNotifications(owner.token)).toEqual([
    ['Convite não entregue', expect.stringContaining(`O endereço ${email} recusou o convite para ${owner.shop.name}`)],
  ])

  // Sent again and again it is tried five times in all.
  for (let resend = 0; resend < 6; resend++) {
    world.clock.advance({ minutes: 2 })
    const response = await world.call(invitesApi.resend, { token: owner.token, params })
    expect([response.status, response.body.invite.isRefused]).toEqual([200, false])
    await work()
    expect(await invites()).toMatchObject([{ isRefused: true }])
  }
  expect([attemptsAt(email), await countJobs()]).toEqual([5, 0])
  expect((await listNotifications(owner.token)).length).toBe(7)

  // A week later the mailbox may exist.
  world.clock.advance({ minutes: 7 * 1440 })
  await sweepNotifications(world)
  const { rows } = await sql`select 1 from undeliverable_addresses`.execute(world.db)
  expect(rows).toEqual([])
})

test('a user whose own address refuses is notified, until it accepts an email again', async () => {
  const { user, token } = await createCaller(world, { email: 'ana@mailbox.test', isEmailVerified: false })
  const isRefused = async () => (await world.call(accountsApi.me, { token })).body.user.isEmailRefused
  const requestCode = () => world.call(accountsApi.sendEmailVerification, { token, body: { email: user.email } })
  expect(await isRefused()).toBe(false)
  smtp.rejectWith = '550 5.1.1 no such user'
  expect((await requestCode()).status).toBe(200)
  await work()
  expect([attemptsAt(user.email), await isRefused()]).toEqual([1, true])
  expect(await listNotifications(token)).toEqual([
    ['Seu e-mail recusou uma mensagem', expect.stringContaining('ana@mailbox.test')],
  ])
  smtp.rejectWith = undefined
  world.clock.advance({ minutes: 2 })
  await requestCode()
  await work()
  expect([smtp.received.at(-1)?.recipients, await isRefused()]).toEqual([[user.email], false])
})

test('an address that only defers is not marked, and gets its email later', async () => {
  const { user, token } = await createCaller(world, { email: 'rui@mailbox.test', isEmailVerified: false })
  smtp.rejectWith = '450 4.7.1 greylisted'
  await world.call(accountsApi.sendEmailVerification, { token, body: { email: user.email } })
  await work()
  expect((await world.call(accountsApi.me, { token })).body.user.isEmailRefused).toBe(false)
  smtp.rejectWith = undefined
  await work()
  expect([smtp.received.at(-1)?.recipients, await countJobs()]).toEqual([[user.email], 0])
})

test('an email that is sent twice is the same email: the same link, code and job', async () => {
  const emails: { to: string; email: RenderedEmail; job: JobIdentity | undefined }[] = []
  let isLost = true
  // The mail server takes the first one, but its response is lost.
  const mail: Mailer = {
    async send(to, email, job) {
      emails.push({ to, email, job })
      if (isLost) throw new ServiceOutage('no response')
    },
    close() {},
  }
  const jobHandlers = handlersFor(mail)
  const owner = await createOwner(world)
  const customer = await createCaller(world, { isEmailVerified: false })
  const forgetful = await createUser(world, { password: 'tesoura-afiada-9' })
  const userEmail = 'convidado@mailbox.test'
  const body = { barbershopId: owner.shop.id, userEmail }
  const { invite } = (await world.call(invitesApi.create, { token: owner.token, body })).body
  const code = { token: customer.token, body: { email: customer.user.email } }
  await world.call(accountsApi.sendEmailVerification, code)
  await world.call(accountsApi.forgotPassword, { body: { email: forgetful.email } })
  await work({ rounds: 2, jobHandlers })
  isLost = false
  await work({ jobHandlers })

  const byAddress = Map.groupBy(emails, ({ to }) => to)
  expect([...byAddress.keys()].toSorted()).toEqual([userEmail, customer.user.email, forgetful.email].toSorted())
  for (const [first, ...repeated] of byAddress.values()) {
    expect(repeated.length).toBeGreaterThan(0)
    for (const each of repeated) expect(each).toEqual(first)
  }
  const text = String(byAddress.get(userEmail)?.[0]?.email.text)
  const token = /convite#([\w-]{43})/.exec(text)?.[1]
  expect((await world.call(invitesApi.view, { body: { token } })).status).toBe(200)

  // An invite that is sent again is another email with another link.
  world.clock.advance({ minutes: 2 })
  await world.call(invitesApi.resend, { token: owner.token, params: { id: invite.id } })
  await work({ jobHandlers })
  expect(emails.at(-1)?.email.text).not.toBe(text)
  expect(emails.at(-1)?.job).not.toEqual(byAddress.get(userEmail)?.[0]?.job)
  expect((await world.call(invitesApi.view, { body: { token } })).body.code).toBe('INVITE_OVER')
})
