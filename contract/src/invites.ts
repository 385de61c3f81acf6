import { type Static, Type } from 'typebox'
import { Session, TERMS_VERSION, User } from './accounts.ts'
import { Email, Id, IdParams, Instant, Nullable, RandomToken, Strict, Text } from './fields.ts'
import { InviteRole } from './roles.ts'
import { defineApi, route } from './route.ts'
import { MAX_NAME, MIN_PASSWORD } from './text-limits.ts'

export const INVITE_DAYS = 7
export const INVITE_RESEND_SECONDS = 60

const InvitingBarbershop = Type.Object({ id: Id, name: Type.String() })

/** Open invites by a link per barbershop. */
export const MAX_OPEN_LINKS = 20

/** A pending invite to work in a barbershop. */
export const Invite = Type.Object({
  id: Id,
  role: InviteRole,
  /** The barber without an account whom the account joins; null: a new barber, or another role. */
  barber: Nullable(Type.Object({ id: Id, name: Type.String() })),
  /** Its creator passes the link on, which is shown once; without an address. */
  isLink: Type.Boolean(),
  /** Empty for a link. */
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

/** A barber without an account, whom the invite is for. */
const forBarber = { barberId: Type.Optional(Id) }

/** The content of a valid link. Only the owner of the address has one from an e-mail, so the response may reveal whether an account exists. */
const ReceivedInvite = Type.Object({
  role: InviteRole,
  /** Whose schedule and appointments the account gets; null: a new barber, or another role. */
  barber: Nullable(Type.Object({ name: Type.String() })),
  isLink: Type.Boolean(),
  barbershop: Type.Object({ ...InvitingBarbershop.properties, city: Type.String(), state: Type.String() }),
  inviterName: Type.String(),
  /** Empty for a link that was passed on: any account may accept. */
  email: Type.String(),
  hasAccount: Type.Boolean(),
  expiresAt: Instant,
})
export type ReceivedInvite = Static<typeof ReceivedInvite>

export const invitesApi = defineApi(
  { tag: 'invites', description: 'Convites a barbeiros, recepcionistas e gerentes' },
  {
    create: route('POST', '/owners/me/barbers', {
      summary: 'Convida alguém para uma cadeira, por e-mail',
      description:
        'Responde o mesmo, exista a conta ou não. Com o próprio e-mail, o dono ganha a cadeira na hora: invite é null.',
      body: Strict({ barbershopId: Id, userEmail: Email, role: Type.Optional(InviteRole), ...forBarber }),
      errors: [
        'BARBERSHOP_NOT_FOUND',
        'BARBER_NOT_FOUND',
        'BARBER_HAS_ACCOUNT',
        'BARBER_BUSY',
        'FORBIDDEN',
        'EMAIL_NOT_VERIFIED',
        'MESSAGE_LIMIT',
        'PLAN_LAPSED',
        'PLAN_LIMIT',
        'ALREADY_BARBER',
        'ALREADY_STAFF',
      ],
      response: { 201: Type.Object({ invite: Nullable(Invite) }) },
    }),
    createLink: route('POST', '/owners/me/invites', {
      summary: 'Cria um convite por link, para copiar ou mandar pelo WhatsApp',
      description: 'O link é de quem o abrir primeiro, vale por 7 dias e uma vez, e só aparece nesta resposta.',
      body: Strict({ barbershopId: Id, role: InviteRole, ...forBarber }),
      errors: [
        'BARBERSHOP_NOT_FOUND',
        'BARBER_NOT_FOUND',
        'BARBER_HAS_ACCOUNT',
        'FORBIDDEN',
        'PLAN_LAPSED',
        'PLAN_LIMIT',
        'TOO_MANY_LINKS',
      ],
      response: { 201: Type.Object({ invite: Invite, token: RandomToken }) },
    }),
    resend: route('POST', '/owners/me/invites/:id/resend', {
      summary: 'Envia o convite de novo, com um novo link',
      description: 'De um convite por link, a resposta traz o novo; o anterior deixa de valer.',
      params: IdParams,
      errors: [
        'INVITE_NOT_FOUND',
        'EMAIL_NOT_VERIFIED',
        'MESSAGE_LIMIT',
        'PLAN_LAPSED',
        'PLAN_LIMIT',
        'INVITE_TOO_SOON',
      ],
      response: { 200: Type.Object({ invite: Invite, token: Type.Optional(RandomToken) }) },
    }),
    revoke: route('DELETE', '/owners/me/invites/:id', {
      summary: 'Cancela um convite; o link deixa de valer',
      params: IdParams,
      errors: ['INVITE_NOT_FOUND'],
      response: { 200: Type.Object({ revoked: Type.Boolean() }) },
    }),
    view: route('POST', '/invites/view', {
      summary: 'O convite que um link traz',
      body: Strict({ token: RandomToken }),
      errors: ['INVITE_OVER'],
      response: { 200: ReceivedInvite },
    }),
    register: route('POST', '/invites/register', {
      summary: 'Aceita o convite com uma conta nova, de e-mail já confirmado',
      body: Strict({
        token: RandomToken,
        /** Required by a link, which proves no address; an invite by e-mail is for its own. */
        email: Type.Optional(Email),
        name: Text({ min: 1, max: MAX_NAME }),
        password: Text({ min: MIN_PASSWORD, max: 200 }),
        /** As in registering: recorded when it is stated. */
        acceptedTerms: Type.Optional(Type.Literal(TERMS_VERSION)),
      }),
      errors: ['INVITE_OVER', 'INVITE_BLOCKED', 'EMAIL_TAKEN', 'WEAK_PASSWORD'],
      response: { 201: Session },
    }),
    accept: route('POST', '/invites/accept', {
      summary: 'Aceita o convite com a própria conta',
      description:
        'Quem era cliente e ganha uma cadeira vira barbeiro, e as suas outras sessões terminam. O convite de um barbeiro sem conta passa à conta a agenda dele.',
      body: Strict({ token: RandomToken }),
      errors: [
        'INVITE_OVER',
        'INVITE_BLOCKED',
        'INVITE_OTHER_ACCOUNT',
        'ACCOUNT_LEAVING',
        'ALREADY_STAFF',
        'ALREADY_BARBER',
        'BARBER_BUSY',
      ],
      response: { 200: Type.Object({ user: User }) },
    }),
  },
)
