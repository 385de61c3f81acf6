import { type Static, Type } from 'typebox'
import { Instant, Strict, Text } from './fields.ts'
import { defineApi, route } from './route.ts'

/** Grace period in which a deletion request can be undone. */
export const DELETION_DAYS = 7

/** The id of the user in the key of the link that undoes a deletion, which is not verified yet; undefined for a malformed key. */
export function parseDeletionUndo(token: string): string | undefined {
  return /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.[\w-]{43}$/.exec(token)?.[1]
}

/** All personal data of the caller by section: database rows without secrets and without data of other users. */
export const PersonalData = Type.Object({
  exportedAt: Instant,
  about: Type.String(),
  data: Type.Record(Type.String(), Type.Array(Type.Unknown())),
})
export type PersonalData = Static<typeof PersonalData>

export const privacyApi = defineApi(
  { tag: 'privacy', description: 'Exportação dos dados e exclusão da conta (LGPD)' },
  {
    export: route('GET', '/users/me/export', {
      summary: 'Tudo o que guardamos sobre a própria pessoa',
      response: { 200: PersonalData },
    }),
    requestDeletion: route('POST', '/users/me/deletion', {
      summary: 'Pede a exclusão da conta, que fecha na hora e some em 7 dias',
      /** Required unless the login is recent. */
      body: Strict({ password: Type.Optional(Text({ max: 200 })) }),
      errors: ['RECENT_LOGIN_REQUIRED', 'WRONG_PASSWORD', 'ACCOUNT_HAS_SHOPS'],
      response: { 200: Type.Object({ dueAt: Instant }) },
    }),
    undoDeletion: route('POST', '/users/deletion/undo', {
      summary: 'Desiste da exclusão, com o link do e-mail ou depois de um login',
      body: Strict({ token: Text({ min: 1, max: 300 }) }),
      errors: ['LINK_INVALID'],
      response: { 200: Type.Object({ ok: Type.Boolean() }) },
    }),
  },
)
