import { getUnsubscribeUrl } from '../../src/features/notifications/unsubscribe/queries.ts'
import type { Harness } from '../harness.ts'
import { testImage } from '../picture.ts'
import type { AccessCases } from './endpoints.ts'
import { PASSWORD, type Tenant } from './tenants.ts'

const unused = () => `${crypto.randomUUID()}@casa.test`
const customerOnly = ['the customer'] as const

async function letterToken({ db }: Harness, { customer }: Tenant) {
  const url = await getUnsubscribeUrl(db, { site: '', userId: customer.id, topic: 'reviews' })
  return url.split('=').at(-1)
}

/** Accounts, sessions, notifications, privacy: what is the own, whoever asks. */
export const accountEndpoints: AccessCases = {
  'GET /auth/captcha': {},
  'POST /auth/register': { ask: () => ({ body: { name: 'Ana', email: unused(), password: PASSWORD } }), answers: 201 },
  'POST /auth/login': {
    ask: ({ customer }) => ({ body: { email: customer.email, password: 'errada' } }),
    answers: 422,
  },
  'POST /auth/logout': {},
  'GET /users/me': {},
  'POST /auth/forgot-password': { ask: () => ({ body: { email: unused() } }) },
  'POST /auth/reset-password': {
    ask: ({ customer }) => ({
      body: { email: customer.email, code: '000000', newPassword: PASSWORD, confirmPassword: PASSWORD },
    }),
    answers: 422,
  },
  'POST /users/send-email-verification': { ask: (_, me) => ({ body: { email: me?.email } }), answers: 409 },
  'POST /users/verify-email-code': { ask: (_, me) => ({ body: { email: me?.email, code: '000000' } }), answers: 422 },
  'POST /auth/google/start': {},
  'GET /auth/google/callback': {},
  'POST /auth/google/session': {
    ask: () => ({ body: { code: 'k'.repeat(43), secret: 'k'.repeat(43) } }),
    answers: 422,
    ids: { 'body.code': [422, 422], 'body.secret': [422, 422] },
  },
  'POST /auth/google': { ask: () => ({ body: { credential: 'a.b.c' } }), answers: 422 },
  'POST /auth/google/link': {
    ask: () => ({ body: { linkToken: 'k'.repeat(43), password: PASSWORD } }),
    answers: 422,
    ids: { 'body.linkToken': [422, 422] },
  },
  'PUT /users/{id}': {
    ask: ({ customer }) => ({ params: { id: customer.id }, body: { name: 'Ana' } }),
    may: customerOnly,
    others: 403,
    ids: { 'path.id': [403, 403] },
  },
  'POST /users/avatar': { ask: () => ({ file: { name: 'avatar', bytes: testImage } }) },
  'DELETE /users/avatar': {},
  'POST /users/send-verification-code': { ask: () => ({ body: { newEmail: unused(), currentPassword: PASSWORD } }) },
  'POST /users/verify-email-change': {
    ask: () => ({ body: { newEmail: unused(), verificationCode: '000000' } }),
    answers: 422,
  },
  'POST /users/undo-email-change': {
    ask: () => ({ body: { token: 'k'.repeat(43) } }),
    answers: 422,
    ids: { 'body.token': [422, 422] },
  },
  'POST /auth/change-password': {
    ask: () => ({ body: { currentPassword: PASSWORD, newPassword: 'navalha-33-x', confirmPassword: 'navalha-33-x' } }),
  },
  'GET /users/sessions': {},
  'DELETE /users/sessions/{id}': {
    ask: ({ sessionId }) => ({ params: { id: sessionId } }),
    may: customerOnly,
    ids: { 'path.id': [404, 404] },
  },
  'POST /users/sessions/end-others': {},
  'GET /users/me/export': {},
  'POST /users/me/deletion': { ask: () => ({ body: { password: PASSWORD } }) },
  'POST /users/deletion/undo': { ask: () => ({ body: { token: 'k'.repeat(43) } }), answers: 422 },
  'GET /users/plan': {},
  'POST /users/me/contact': { ask: () => ({ body: { name: 'Ana', subject: 'Oi', message: 'Olá' } }) },
  'POST /contact': { ask: () => ({ body: { name: 'Ana', email: unused(), subject: 'Oi', message: 'Olá' } }) },
  'GET /notifications': {},
  'PATCH /notifications/{id}/read': {
    ask: ({ notificationId }) => ({ params: { id: notificationId } }),
    may: customerOnly,
    ids: { 'path.id': [404, 404] },
  },
  'PATCH /notifications/read-all': {},
  'GET /notifications/preferences': {},
  'PUT /notifications/preferences': {
    ask: () => ({ body: { preferences: [{ topic: 'reviews', channel: 'email', isOn: false }] } }),
  },
  'GET /notifications/stream': {},
  // Whoever holds the letter: its token opens nothing else.
  'GET /notifications/letters': {
    ask: async (house, _, world) => ({ query: { token: await letterToken(world, house) } }),
  },
  'PUT /notifications/letters': {
    ask: async (house, _, world) => ({ body: { token: await letterToken(world, house), isOn: false } }),
  },
  'GET /notifications/whatsapp': {},
  'PUT /notifications/whatsapp': { ask: () => ({ body: { isOn: false } }) },
  // The demo's letters lie open, and the call is not there anywhere else (0011).
  'GET /dev/outbox': { tellsAll: true },
}
