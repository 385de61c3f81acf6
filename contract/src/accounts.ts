import { type Static, Type } from 'typebox'
import { Email, Id, Instant, Nullable, PersonPhone, RandomToken, Strict, Text } from './fields.ts'
import { PlanSummary } from './plans.ts'
import { OwnPermissions, OwnRole } from './roles.ts'
import { defineApi, route } from './route.ts'
import { EMAIL_CODE_PATTERN, MAX_NAME, MIN_PASSWORD } from './text-limits.ts'

export const Role = Type.Union([Type.Literal('CUSTOMER'), Type.Literal('BARBER'), Type.Literal('OWNER')])
export type Role = Static<typeof Role>

/** The caller's own account. Never used for other users: it contains email and phone. */
export const User = Type.Object({
  id: Id,
  name: Type.String(),
  email: Type.String(),
  phone: Nullable(Type.String()),
  avatarUrl: Nullable(Type.String()),
  role: Role,
  isEmailVerified: Type.Boolean(),
  /** The address refused our last email: it is mistyped, or its mailbox does not exist any more. */
  isEmailRefused: Type.Optional(Type.Boolean()),
  /** Works in a barbershop as a barber, which an owner may also do. */
  isBarber: Type.Optional(Type.Boolean()),
  /** As receptionist or manager of barbershops of others, by their name. */
  barbershopRoles: Type.Optional(Type.Array(OwnRole)),
  /** In the barbershops of others in which the account works, by their name. In its own the account may do everything. */
  permissions: Type.Optional(Type.Array(OwnPermissions)),
  /** Google's id of the user; null when the account is not linked to Google. */
  google_id: Nullable(Type.String()),
  /** False when the account can only sign in with Google. */
  hasPassword: Type.Boolean(),
  /** The plan of the open subscription, or the free plan; for its limits see plansApi.own. */
  planId: Id,
  /** End of the paid period; null for the free plan. */
  planExpiryDate: Nullable(Instant),
  plan: PlanSummary,
})
export type User = Static<typeof User>

export const Session = Type.Object({ user: User, token: Type.String() })
export type Session = Static<typeof Session>

/** The captcha for the registration form. `challenge` is the proof-of-work challenge of ALTCHA. */
export const Captcha = Type.Object({
  provider: Type.Union([Type.Literal('altcha'), Type.Literal('recaptcha'), Type.Literal('off')]),
  challenge: Type.Optional(Type.Unknown()),
  siteKey: Type.Optional(Type.String()),
})
export type Captcha = Static<typeof Captcha>

export const CODE_DIGITS = 6
export const CODE_RESEND_SECONDS = 60
export { CODE_MINUTES } from './fields.ts'

/** Dates from which the current documents at /termos and /privacidade apply. */
export const TERMS_VERSION = '2026-11-21'
export const PRIVACY_VERSION = '2026-11-29'

const Password = Text({ min: MIN_PASSWORD, max: 200 })
const Done = Type.Object({ ok: Type.Boolean() })

export const accountsApi = defineApi(
  { tag: 'accounts', description: 'Cadastro, login, senha esquecida e verificação do e-mail' },
  {
    captcha: route('GET', '/auth/captcha', { summary: 'Desafio para o cadastro', response: { 200: Captcha } }),
    register: route('POST', '/auth/register', {
      summary: 'Cria uma conta e abre a sessão',
      body: Strict({
        name: Text({ min: 1, max: MAX_NAME }),
        email: Email,
        password: Password,
        phone: Type.Optional(PersonPhone),
        recaptchaToken: Type.Optional(Type.String({ maxLength: 10_000 })),
        /** The version of the terms that the client showed and the user accepted. Recorded when it is stated, and never assumed. */
        acceptedTerms: Type.Optional(Type.Literal(TERMS_VERSION)),
      }),
      errors: ['CAPTCHA_INVALID', 'EMAIL_TAKEN', 'WEAK_PASSWORD'],
      response: { 201: Session },
    }),
    login: route('POST', '/auth/login', {
      summary: 'Abre uma sessão',
      body: Strict({ email: Email, password: Text({ min: 1, max: 200 }) }),
      errors: ['INVALID_CREDENTIALS', 'ACCOUNT_LEAVING'],
      response: { 200: Session },
    }),
    forgotPassword: route('POST', '/auth/forgot-password', {
      summary: 'Envia um código para criar uma nova senha',
      description: 'Responde o mesmo, exista a conta ou não.',
      body: Strict({ email: Email }),
      response: { 200: Type.Object({ ok: Type.Boolean(), resendAt: Instant }) },
    }),
    resetPassword: route('POST', '/auth/reset-password', {
      summary: 'Cria uma nova senha com o código e encerra todas as sessões',
      body: Strict({
        email: Email,
        code: Type.String({ pattern: EMAIL_CODE_PATTERN }),
        newPassword: Password,
        confirmPassword: Text({ max: 200 }),
      }),
      errors: ['PASSWORD_MISMATCH', 'RESET_CODE_INVALID', 'WEAK_PASSWORD'],
      response: { 200: Done },
    }),
    resetPasswordWithLink: route('POST', '/auth/reset-password/link', {
      summary: 'Cria uma nova senha com o link do e-mail e encerra todas as sessões',
      description: 'O link não se gasta com códigos errados nem com outros pedidos.',
      body: Strict({
        token: RandomToken,
        newPassword: Password,
        confirmPassword: Text({ max: 200 }),
      }),
      // The address of the account, to log in with: who has the link reads its mailbox.
      response: { 200: Type.Object({ ok: Type.Boolean(), email: Type.String() }) },
      errors: ['PASSWORD_MISMATCH', 'LINK_INVALID', 'WEAK_PASSWORD'],
    }),
    logout: route('POST', '/auth/logout', { summary: 'Encerra a sessão', response: { 200: Done } }),
    me: route('GET', '/users/me', { summary: 'A própria conta', response: { 200: Type.Object({ user: User }) } }),
    sendEmailVerification: route('POST', '/users/send-email-verification', {
      summary: 'Envia o código de verificação',
      body: Strict({ email: Email }),
      errors: ['EMAIL_ALREADY_VERIFIED', 'CODE_TOO_SOON', 'CODE_LIMIT'],
      response: { 200: Type.Object({ ok: Type.Boolean(), resendAt: Instant }) },
    }),
    verifyEmailCode: route('POST', '/users/verify-email-code', {
      summary: 'Confirma o e-mail com o código',
      body: Strict({ email: Email, code: Type.String({ pattern: EMAIL_CODE_PATTERN }) }),
      errors: ['CODE_INVALID', 'CODE_EXPIRED', 'EMAIL_ALREADY_VERIFIED', 'EMAIL_TAKEN'],
      response: { 200: Type.Object({ user: User }) },
    }),
  },
)
