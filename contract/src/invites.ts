import { type Static, Type } from 'typebox'
import { PASSWORD_LENGTH, Session, TERMS_VERSION, User } from './accounts.ts'
import { Email, Id, IdParams, Instant, Nullable, Strict, Text } from './fields.ts'
import { route } from './route.ts'

export const INVITE_DAYS = 7
export const INVITE_RESEND_SECONDS = 60

const InvitingBarbershop = Type.Object({ id: Id, name: Type.String() })

/** A pending invite to become a barber of a barbershop. */
export const Invite = Type.Object({
  id: Id,
  email: Type.String(),
  barbershop: InvitingBarbershop,
  expiresAt: Instant,
  /** The link has expired: the invite must be sent again. */
  isExpired: Type.Boolean(),
  /** The address refused the newest email: it is mistyped, or its mailbox does not exist any more. */
  isRefused: Type.Boolean(),
  /** The earliest instant at which it may be sent again. */
  resendAt: Instant,
})
export type Invite = Static<typeof Invite>

/** 256 random bits in base64url, from the link of the e-mail. */
const Token = Type.String({ pattern: '^[\\w-]{43}$' })

/** The content of a valid link. Only the owner of the address has it, so the response may reveal whether an account exists. */
const ReceivedInvite = Type.Object({
  barbershop: Type.Object({ ...InvitingBarbershop.properties, city: Type.String(), state: Type.String() }),
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
    errors: ['BARBERSHOP_NOT_FOUND', 'PLAN_LAPSED', 'PLAN_LIMIT', 'ALREADY_BARBER'],
    response: { 201: Type.Object({ invite: Nullable(Invite) }) },
  }),
  resend: route('POST', '/owners/me/invites/:id/resend', {
    summary: 'Envia o convite de novo, com um novo link',
    params: IdParams,
    errors: ['INVITE_NOT_FOUND', 'PLAN_LAPSED', 'INVITE_TOO_SOON'],
    response: { 200: Type.Object({ invite: Invite }) },
  }),
  revoke: route('DELETE', '/owners/me/invites/:id', {
    summary: 'Cancela um convite; o link deixa de valer',
    params: IdParams,
    errors: ['INVITE_NOT_FOUND'],
    response: { 200: Type.Object({ revoked: Type.Boolean() }) },
  }),
  view: route('POST', '/invites/view', {
    summary: 'O convite que um link traz',
    body: Strict({ token: Token }),
    errors: ['INVITE_OVER'],
    response: { 200: ReceivedInvite },
  }),
  register: route('POST', '/invites/register', {
    summary: 'Aceita o convite com uma conta nova, de e-mail já confirmado',
    body: Strict({
      token: Token,
      name: Text({ min: 1, max: 120 }),
      password: Text({ min: PASSWORD_LENGTH, max: 200 }),
      acceptedTerms: Type.Literal(TERMS_VERSION),
    }),
    errors: ['INVITE_OVER', 'INVITE_BLOCKED', 'EMAIL_TAKEN', 'WEAK_PASSWORD'],
    response: { 201: Session },
  }),
  accept: route('POST', '/invites/accept', {
    summary: 'Aceita o convite com a própria conta',
    description: 'Quem era cliente vira barbeiro, e as suas outras sessões terminam.',
    body: Strict({ token: Token }),
    errors: ['INVITE_OVER', 'INVITE_BLOCKED', 'INVITE_OTHER_ACCOUNT', 'ACCOUNT_LEAVING'],
    response: { 200: Type.Object({ user: User }) },
  }),
}
