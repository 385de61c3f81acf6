import { type Static, Type } from 'typebox'
import { Session, User } from './accounts.ts'
import { Email, Id, IdParams, Instant, Nullable, PersonPhone, RandomToken, Strict, Text } from './fields.ts'
import { defineApi, route } from './route.ts'
import { EMAIL_CODE_PATTERN, MAX_NAME } from './text-limits.ts'

/** For this long after a login or a password confirmation, the login counts as recent. */
export const RECENT_MINUTES = 15

/** A session of the caller, without its token. */
export const OwnSession = Type.Object({
  id: Id,
  /** Readable name, e.g. 'Chrome no Android'; null until the session was used. */
  device: Nullable(Type.String()),
  createdAt: Instant,
  lastUsedAt: Instant,
  isCurrent: Type.Boolean(),
})
export type OwnSession = Static<typeof OwnSession>

const Secret = Text({ max: 200 })
const Done = Type.Object({ ok: Type.Boolean() })
const Avatar = Type.Object({ avatarUrl: Nullable(Type.String()) })

/** Changes of the caller's own account. Endpoints that respond with a Session end all earlier sessions, including the caller's. */
export const profileApi = defineApi(
  { tag: 'profile', description: 'A própria conta: dados, foto, e-mail, senha e sessões' },
  {
    update: route('PUT', '/users/:id', {
      summary: 'Muda o próprio nome e telefone',
      params: IdParams,
      body: Strict({
        name: Text({ min: 1, max: MAX_NAME }),
        /** Absent: unchanged. Null: removed. */
        phone: Type.Optional(Nullable(PersonPhone)),
      }),
      errors: ['FORBIDDEN'],
      response: { 200: Type.Object({ user: User }) },
    }),
    uploadAvatar: route('POST', '/users/avatar', {
      summary: 'Troca a foto de perfil',
      upload: 'avatar',
      errors: ['IMAGE_INVALID', 'IMAGE_TOO_DETAILED', 'IMAGE_TOO_LARGE'],
      response: { 200: Avatar },
    }),
    clearAvatar: route('DELETE', '/users/avatar', { summary: 'Tira a foto de perfil', response: { 200: Avatar } }),
    sendEmailChange: route('POST', '/users/send-verification-code', {
      summary: 'Envia um código ao novo e-mail',
      body: Strict({ newEmail: Email, currentPassword: Type.Optional(Secret) }),
      errors: [
        'EMAIL_MANAGED',
        'EMAIL_UNCHANGED',
        'RECENT_LOGIN_REQUIRED',
        'WRONG_PASSWORD',
        'CODE_TOO_SOON',
        'CODE_LIMIT',
      ],
      response: { 200: Type.Object({ ok: Type.Boolean(), resendAt: Instant }) },
    }),
    verifyEmailChange: route('POST', '/users/verify-email-change', {
      summary: 'Troca o e-mail com o código',
      body: Strict({ newEmail: Email, verificationCode: Type.String({ pattern: EMAIL_CODE_PATTERN }) }),
      errors: ['CODE_INVALID', 'CODE_EXPIRED', 'EMAIL_TAKEN'],
      response: { 200: Session },
    }),
    undoEmailChange: route('POST', '/users/undo-email-change', {
      summary: 'Desfaz a troca de e-mail com o link enviado ao endereço anterior',
      body: Strict({ token: RandomToken }),
      // If this browser has a session of that user, it has just ended.
      errors: ['LINK_INVALID'],
      response: { 200: Type.Object({ userId: Id }) },
    }),
    changePassword: route('POST', '/auth/change-password', {
      summary: 'Troca a senha',
      body: Strict({ currentPassword: Secret, newPassword: Secret, confirmPassword: Secret }),
      errors: ['PASSWORD_MANAGED', 'WRONG_PASSWORD', 'WEAK_PASSWORD'],
      response: { 200: Session },
    }),
    listSessions: route('GET', '/users/sessions', {
      summary: 'Onde a conta está aberta',
      response: { 200: Type.Object({ sessions: Type.Array(OwnSession) }) },
    }),
    endSession: route('DELETE', '/users/sessions/:id', {
      summary: 'Encerra uma sessão própria',
      params: IdParams,
      errors: ['NOT_FOUND'],
      response: { 200: Done },
    }),
    endOtherSessions: route('POST', '/users/sessions/end-others', {
      summary: 'Encerra todas as outras sessões',
      response: { 200: Type.Object({ ended: Type.Integer() }) },
    }),
  },
)
