import { type Static, Type } from 'typebox'
import { Session } from './accounts.ts'
import { RandomToken, Strict, Text } from './fields.ts'
import { defineApi, route } from './route.ts'

const Token = Type.String({ minLength: 1, maxLength: 8192, pattern: '^[\\w.~+/=-]+$' })

/**
 * The URL to redirect to, and a secret that the browser stores until the callback. The callback's code is useless without the
 * secret, which prevents login CSRF: a user cannot be signed in to an attacker's account.
 */
const GoogleFlow = Type.Object({ url: Type.String(), secret: Type.String() })
export type GoogleFlow = Static<typeof GoogleFlow>

export const googleApi = defineApi(
  { tag: 'google', description: 'Login com o Google' },
  {
    signIn: route('POST', '/auth/google', {
      summary: 'Entra com um token do Google',
      description: 'Um ID token (credential) ou um access token, emitido para este aplicativo.',
      body: Strict({ credential: Type.Optional(Token), accessToken: Type.Optional(Token) }),
      errors: [
        'GOOGLE_FAILED',
        'GOOGLE_EMAIL_UNVERIFIED',
        'GOOGLE_LINK_REQUIRED',
        'GOOGLE_OTHER_ACCOUNT',
        'EMAIL_TAKEN',
        'ACCOUNT_LEAVING',
        'GOOGLE_UNAVAILABLE',
      ],
      response: { 200: Session },
    }),
    start: route('POST', '/auth/google/start', {
      summary: 'Começa a ida ao Google',
      errors: ['GOOGLE_UNAVAILABLE'],
      response: { 200: GoogleFlow },
    }),
    callback: route('GET', '/auth/google/callback', {
      summary: 'A volta do Google',
      description: 'Leva de volta à página de login com um código de uso único.',
      querystring: Type.Object({
        state: Type.Optional(Text({ max: 200 })),
        code: Type.Optional(Text({ max: 2048 })),
        iss: Type.Optional(Text({ max: 300 })),
        error: Type.Optional(Text({ max: 200 })),
      }),
      response: { 303: Type.Null() },
    }),
    exchangeCode: route('POST', '/auth/google/session', {
      summary: 'Troca o código da volta por uma sessão',
      body: Strict({ code: RandomToken, secret: RandomToken }),
      errors: [
        'GOOGLE_FAILED',
        'GOOGLE_EMAIL_UNVERIFIED',
        'GOOGLE_LINK_REQUIRED',
        'GOOGLE_OTHER_ACCOUNT',
        'EMAIL_TAKEN',
        'ACCOUNT_LEAVING',
      ],
      response: { 200: Session },
    }),
    link: route('POST', '/auth/google/link', {
      summary: 'Liga o Google a uma conta com senha',
      body: Strict({ linkToken: RandomToken, password: Text({ min: 1, max: 200 }) }),
      errors: ['GOOGLE_LINK_EXPIRED', 'INVALID_CREDENTIALS', 'GOOGLE_OTHER_ACCOUNT', 'ACCOUNT_LEAVING'],
      response: { 200: Session },
    }),
  },
)
