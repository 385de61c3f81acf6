import { TERMS_VERSION } from '@na-regua/contract/accounts'
import { RHYTHM_CONSENT_TEXT } from '@na-regua/contract/rhythm'
import { getUnsubscribeUrl } from '../../src/features/notifications/unsubscribe/queries.ts'
import { createNudgeToken } from '../../src/features/rhythm/consent/queries.ts'
import type { Harness } from '../harness.ts'
import { createPushInput } from '../push-scene.ts'
import { testImage } from '../test-image.ts'
import type { AccessCases } from './endpoints.ts'
import { PASSWORD, type Tenant } from './tenants.ts'

const unusedEmail = () => `${crypto.randomUUID()}@casa.test`
const customerOnly = ['the customer'] as const

async function unsubscribeToken({ db }: Harness, { customer }: Tenant) {
  const url = await getUnsubscribeUrl(db, { site: '', userId: customer.id, topic: 'reviews' })
  return url.split('=').at(-1)
}

const nudgeLink = async ({ customer }: Tenant, _: unknown, { db }: Harness) => ({
  params: { token: await createNudgeToken(db, customer.id) },
})

/** Accounts, sessions, notifications, privacy: every caller acts on their own account. */
export const accountEndpoints: AccessCases = {
  'GET /auth/captcha': {},
  'POST /auth/register': {
    request: () => ({
      body: { name: 'Ana', email: unusedEmail(), password: PASSWORD, acceptedTerms: TERMS_VERSION },
    }),
    status: 201,
  },
  'POST /auth/login': {
    request: ({ customer }) => ({ body: { email: customer.email, password: 'errada' } }),
    status: 422,
  },
  'POST /auth/logout': {},
  'GET /users/me': {},
  'POST /auth/forgot-password': { request: () => ({ body: { email: unusedEmail() } }) },
  'POST /auth/reset-password': {
    request: ({ customer }) => ({
      body: { email: customer.email, code: '000000', newPassword: PASSWORD, confirmPassword: PASSWORD },
    }),
    status: 422,
  },
  'POST /auth/reset-password/link': {
    request: () => ({ body: { token: 'k'.repeat(43), newPassword: PASSWORD, confirmPassword: PASSWORD } }),
    status: 422,
    ids: { 'body.token': [422, 422] },
  },
  'POST /users/send-email-verification': { request: (_, me) => ({ body: { email: me?.email } }), status: 409 },
  'POST /users/verify-email-code': {
    request: (_, me) => ({ body: { email: me?.email, code: '000000' } }),
    status: 422,
  },
  'POST /auth/google/start': {},
  'GET /auth/google/callback': {},
  'POST /auth/google/session': {
    request: () => ({ body: { code: 'k'.repeat(43), secret: 'k'.repeat(43) } }),
    status: 422,
    ids: { 'body.code': [422, 422], 'body.secret': [422, 422] },
  },
  'POST /auth/google': { request: () => ({ body: { credential: 'a.b.c' } }), status: 422 },
  'POST /auth/google/link': {
    request: () => ({ body: { linkToken: 'k'.repeat(43), password: PASSWORD } }),
    status: 422,
    ids: { 'body.linkToken': [422, 422] },
  },
  'PUT /users/{id}': {
    request: ({ customer }) => ({ params: { id: customer.id }, body: { name: 'Ana' } }),
    allowed: customerOnly,
    otherwise: 403,
    ids: { 'path.id': [403, 403] },
  },
  'POST /users/avatar': { request: () => ({ file: { name: 'avatar', bytes: testImage } }) },
  'DELETE /users/avatar': {},
  'POST /users/send-verification-code': {
    request: () => ({ body: { newEmail: unusedEmail(), currentPassword: PASSWORD } }),
  },
  'POST /users/verify-email-change': {
    request: () => ({ body: { newEmail: unusedEmail(), verificationCode: '000000' } }),
    status: 422,
  },
  'POST /users/undo-email-change': {
    request: () => ({ body: { token: 'k'.repeat(43) } }),
    status: 422,
    ids: { 'body.token': [422, 422] },
  },
  'POST /auth/change-password': {
    request: () => ({
      body: { currentPassword: PASSWORD, newPassword: 'navalha-33-x', confirmPassword: 'navalha-33-x' },
    }),
  },
  'GET /users/sessions': {},
  'DELETE /users/sessions/{id}': {
    request: ({ sessionId }) => ({ params: { id: sessionId } }),
    allowed: customerOnly,
    ids: { 'path.id': [404, 404] },
  },
  'POST /users/sessions/end-others': {},
  'GET /users/me/export': {},
  'POST /users/me/deletion': { request: () => ({ body: { password: PASSWORD } }) },
  'POST /users/deletion/undo': { request: () => ({ body: { token: 'k'.repeat(43) } }), status: 422 },
  'GET /users/plan': {},
  'POST /users/me/contact': { request: () => ({ body: { name: 'Ana', subject: 'Oi', message: 'Olá' } }) },
  'POST /contact': { request: () => ({ body: { name: 'Ana', email: unusedEmail(), subject: 'Oi', message: 'Olá' } }) },
  'GET /notifications': {},
  'PATCH /notifications/{id}/read': {
    request: ({ notificationId }) => ({ params: { id: notificationId } }),
    allowed: customerOnly,
    ids: { 'path.id': [404, 404] },
  },
  'PATCH /notifications/read-all': {},
  'GET /notifications/preferences': {},
  'PUT /notifications/preferences': {
    request: () => ({ body: { preferences: [{ topic: 'reviews', channel: 'email', isOn: false }] } }),
  },
  'GET /notifications/stream': {},
  // The token in the email is the authorization; it grants nothing else.
  'GET /notifications/emails': {
    request: async (tenant, _, world) => ({ query: { token: await unsubscribeToken(world, tenant) } }),
  },
  'PUT /notifications/emails': {
    request: async (tenant, _, world) => ({ body: { token: await unsubscribeToken(world, tenant), isOn: false } }),
  },
  'GET /notifications/whatsapp': {},
  'PUT /notifications/whatsapp': { request: () => ({ body: { isOn: false } }) },
  'GET /rhythm': {},
  'PUT /rhythm': { request: () => ({ body: { isOn: true, consentText: RHYTHM_CONSENT_TEXT } }) },
  'GET /nudges/{token}': { request: nudgeLink },
  'POST /nudges/{token}/off': { request: nudgeLink },
  'GET /push/key': {},
  'GET /push/subscriptions': {},
  'PUT /push/subscriptions': { request: () => ({ body: createPushInput() }) },
  // A device of another user is none: nothing is removed.
  'DELETE /push/subscriptions/{id}': {
    request: () => ({ params: { id: crypto.randomUUID() } }),
    ids: { 'path.id': ['allowed', 'allowed'] },
  },
  'PUT /push/settings': { request: () => ({ body: { holdsEmail: false } }) },
  // The demo's outbox is public; the endpoint does not exist outside the demo (0011).
  'GET /dev/outbox': { exposesOthers: true },
}
