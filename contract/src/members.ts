import { type Static, Type } from 'typebox'
import { Id, IdParams, Nullable, Strict, Text } from './fields.ts'
import { Invite } from './invites.ts'
import { PermissionField, PermissionsChange, RoleHolder } from './roles.ts'
import { defineApi, route } from './route.ts'
import { Barber, ScheduleConflict } from './staff.ts'
import { MAX_NAME } from './text-limits.ts'

export const BIO_LENGTH = 500
export const MAX_SPECIALTIES = 10
export const SPECIALTY_LENGTH = 60

/** The name of a specialty as it is stored: one line of visible characters. */
export function cleanSpecialty(name: string): string {
  return name.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
}

/** Two names with the same key are one specialty. */
export function specialtyKey(name: string): string {
  return cleanSpecialty(name).toLocaleLowerCase('pt-BR')
}

/** A barber as the barbershop's owner sees them. */
const StaffMember = Type.Object({
  ...Barber.properties,
  /** Whether the barber is the owner. */
  isOwner: Type.Boolean(),
  /** Without one, the barbershop gave name and photo and reads what customers send; an invite joins the account. */
  hasAccount: Type.Boolean(),
  futureAppointments: Type.Integer(),
  /** What the barber may do beyond the own day; all of it for the owner, whatever stands here. */
  permissions: Type.Array(PermissionField),
})
export type StaffMember = Static<typeof StaffMember>

const StaffList = Type.Object({
  barbers: Type.Array(StaffMember),
  /** Receptionists and managers. */
  roles: Type.Array(RoleHolder),
  invites: Type.Array(Invite),
  /** Barbers and pending invites, against the plan's limit; null means unlimited. */
  seats: Type.Object({ used: Type.Integer(), most: Nullable(Type.Integer()) }),
  canEdit: Type.Boolean(),
})
export type StaffList = Static<typeof StaffList>

const Specialty = Type.Object({ id: Type.Integer(), name: Type.String() })
export type Specialty = Static<typeof Specialty>

const BarberName = Strict({ name: Text({ min: 1, max: MAX_NAME }) })
/** With an `id` that the client made, another try returns the barber of the first one. */
const NewBarber = Strict({ ...BarberName.properties, id: Type.Optional(Id) })

/** The staff of an owner's barbershops: membership, specialties and bio. */
export const membersApi = defineApi(
  { tag: 'members', description: 'A equipe do dono' },
  {
    list: route('GET', '/owners/me/barbers', {
      summary: 'Os barbeiros e os convites do dono, com o limite do plano',
      response: { 200: StaffList },
    }),
    add: route('POST', '/barbershops/:id/barbers', {
      summary: 'Põe na equipe um barbeiro que ainda não tem conta',
      description: 'Os clientes agendam com ele na hora. Um convite junta a conta depois, com tudo o que está marcado.',
      params: IdParams,
      body: NewBarber,
      errors: ['BARBERSHOP_NOT_FOUND', 'PLAN_LAPSED', 'PLAN_LIMIT'],
      response: { 201: Type.Object({ barber: StaffMember }) },
    }),
    rename: route('PUT', '/barbers/:id/name', {
      summary: 'Muda o nome de um barbeiro sem conta',
      params: IdParams,
      body: BarberName,
      errors: ['BARBER_NOT_FOUND', 'PLAN_LAPSED', 'BARBER_HAS_ACCOUNT'],
      response: { 200: Type.Object({ name: Type.String() }) },
    }),
    uploadAvatar: route('POST', '/barbers/:id/avatar', {
      summary: 'Troca a foto de um barbeiro sem conta',
      params: IdParams,
      upload: 'avatar',
      errors: [
        'BARBER_NOT_FOUND',
        'PLAN_LAPSED',
        'BARBER_HAS_ACCOUNT',
        'IMAGE_INVALID',
        'IMAGE_TOO_DETAILED',
        'IMAGE_TOO_LARGE',
      ],
      response: { 200: Type.Object({ avatarUrl: Type.String() }) },
    }),
    remove: route('DELETE', '/barbers/:id', {
      summary: 'Tira o barbeiro da barbearia',
      description:
        'Com agendamentos à frente responde 409 e a lista deles; cancelAppointments=true cancela todos e avisa os clientes.',
      params: IdParams,
      querystring: Strict({ cancelAppointments: Type.Optional(Type.Boolean()) }),
      errors: ['BARBER_NOT_FOUND', 'PLAN_LAPSED', 'FUTURE_APPOINTMENTS'],
      response: {
        200: Type.Object({ removed: Type.Boolean(), cancelledAppointments: Type.Integer() }),
        409: Type.Object({
          code: Type.String(),
          message: Type.String(),
          timeZone: Type.Optional(Type.String()),
          appointments: Type.Optional(Type.Array(ScheduleConflict)),
        }),
      },
    }),
    setPermissions: route('PUT', '/barbers/:id/permissions', {
      summary: 'Define o que um barbeiro pode fazer além do seu dia; só o dono',
      params: IdParams,
      body: PermissionsChange,
      errors: ['BARBER_NOT_FOUND', 'EDIT_CONFLICT'],
      response: { 200: Type.Object({ permissions: Type.Array(PermissionField) }) },
    }),
    getSpecialties: route('GET', '/barbers/:id/specialties', {
      summary: 'As especialidades de um barbeiro',
      params: IdParams,
      errors: ['BARBER_NOT_FOUND'],
      response: { 200: Type.Object({ specialties: Type.Array(Type.String()) }) },
    }),
    setSpecialties: route('PUT', '/barbers/:id/specialties', {
      summary: 'Define as especialidades; as que ainda não existem são criadas',
      params: IdParams,
      body: Strict({
        specialties: Type.Array(Text({ min: 1, max: SPECIALTY_LENGTH }), { maxItems: MAX_SPECIALTIES }),
      }),
      errors: ['BARBER_NOT_FOUND', 'PLAN_LAPSED'],
      response: { 200: Type.Object({ specialties: Type.Array(Type.String()) }) },
    }),
    setBio: route('PUT', '/barbers/:id/bio', {
      summary: 'Define a bio; vazia, some',
      params: IdParams,
      body: Strict({ bio: Nullable(Text({ max: BIO_LENGTH })) }),
      errors: ['BARBER_NOT_FOUND', 'PLAN_LAPSED'],
      response: { 200: Type.Object({ bio: Nullable(Type.String()) }) },
    }),
    searchSpecialties: route('GET', '/specialties', {
      summary: 'Especialidades cujo nome contém o texto, sem distinguir acentos',
      querystring: Strict({ q: Type.Optional(Text({ max: SPECIALTY_LENGTH })) }),
      response: { 200: Type.Object({ specialties: Type.Array(Specialty) }) },
    }),
  },
)
