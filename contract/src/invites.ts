import { type Static, Type } from 'typebox'
import { PASSWORD_LENGTH, Session, TERMS_VERSION, User } from './accounts.ts'
import { Email, Id, IdParams, Instant, Nullable, Strict, Text } from './fields.ts'
import { route } from './route.ts'

export const INVITE_DAYS = 7
export const INVITE_RESEND_SECONDS = 60

const InvitingShop = Type.Object({ id: Id, name: Type.String() })

/** Somebody who was asked to take a chair and has not answered yet. */
export const Invite = Type.Object({
  id: Id,
  email: Type.String(),
  barbershop: InvitingShop,
  expiresAt: Instant,
  /** The link is too old: it must be sent again to work. */
  isExpired: Type.Boolean(),
  /** From when on it may be sent again. */
  resendAt: Instant,
})
export type Invite = Static<typeof Invite>

/** 256 random bits, as they stand in the link of the letter. */
const Token = Type.String({ pattern: '^[\\w-]{43}$' })

/** What the link opens. Only who reads the address has it, so what is known of the address may be told. */
const ReceivedInvite = Type.Object({
  barbershop: Type.Object({ ...InvitingShop.properties, city: Type.String(), state: Type.String() }),
  inviterName: Type.String(),
  email: Type.String(),
  hasAccount: Type.Boolean(),
  expiresAt: Instant,
})
export type ReceivedInvite = Static<typeof ReceivedInvite>

export const invitesApi = {
  create: route('POST', '/owners/me/barbers', {
    summary: 'Convida alguém para uma cadeira, por e-mail',
    description:
      'Responde o mesmo, exista a conta ou não. Com o próprio e-mail, o dono ganha a cadeira na hora: invite é null.',
    body: Strict({ barbershopId: Id, userEmail: Email }),
    response: { 201: Type.Object({ invite: Nullable(Invite) }) },
  }),
  resend: route('POST', '/owners/me/invites/:id/resend', {
    summary: 'Envia o convite de novo, com um novo link',
    params: IdParams,
    response: { 200: Type.Object({ invite: Invite }) },
  }),
  revoke: route('DELETE', '/owners/me/invites/:id', {
    summary: 'Cancela um convite; o link deixa de valer',
    params: IdParams,
    response: { 200: Type.Object({ revoked: Type.Boolean() }) },
  }),
  view: route('POST', '/invites/view', {
    summary: 'O convite que um link traz',
    body: Strict({ token: Token }),
    response: { 200: ReceivedInvite },
  }),
  register: route('POST', '/invites/register', {
    summary: 'Aceita o convite com uma conta nova, de e-mail já confirmado',
    body: Strict({
      token: Token,
      name: Text({ min: 1, max: 120 }),
      password: Text({ min: PASSWORD_LENGTH, max: 200 }),
      acceptedTerms: Type.Optional(Type.Union([Type.Literal(TERMS_VERSION)])),
    }),
    response: { 201: Session },
  }),
  accept: route('POST', '/invites/accept', {
    summary: 'Aceita o convite com a própria conta',
    description: 'Quem era cliente vira barbeiro, e as suas outras sessões terminam.',
    body: Strict({ token: Token }),
    response: { 200: Type.Object({ user: User }) },
  }),
}
