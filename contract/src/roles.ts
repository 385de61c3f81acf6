import { type Static, Type } from 'typebox'
import { Id, IdParams, Nullable, Strict } from './fields.ts'
import { defineApi, route } from './route.ts'

/** What an account without barber work does in one barbershop. The role of the account, which is something else, stays as it is. */
export const BarbershopRole = Type.Enum(['RECEPTIONIST', 'MANAGER'])
export type BarbershopRole = Static<typeof BarbershopRole>

/** What an invite offers. */
export const InviteRole = Type.Enum(['BARBER', 'RECEPTIONIST', 'MANAGER'])
export type InviteRole = Static<typeof InviteRole>

/** A role of the caller. */
export const OwnRole = Type.Object({
  id: Id,
  role: BarbershopRole,
  barbershop: Type.Object({ id: Id, name: Type.String() }),
})
export type OwnRole = Static<typeof OwnRole>

/** A receptionist or manager as the owner and the managers of the barbershop see them. */
export const RoleHolder = Type.Object({
  ...OwnRole.properties,
  name: Type.String(),
  avatarUrl: Nullable(Type.String()),
  /** Whether it is the caller. */
  isSelf: Type.Boolean(),
})
export type RoleHolder = Static<typeof RoleHolder>

/** Who of the staff reads the phones of all customers of a barbershop. Managers do; barbers always read those of their own customers. */
const PhoneReaders = Type.Object({ receptionists: Type.Boolean(), barbers: Type.Boolean() })

export const PhoneReadersOf = Type.Object({
  ...PhoneReaders.properties,
  barbershop: Type.Object({ id: Id, name: Type.String() }),
})
export type PhoneReadersOf = Static<typeof PhoneReadersOf>

/** Receptionists and managers. They join by an invite (invitesApi). */
export const rolesApi = defineApi(
  { tag: 'roles', description: 'Recepcionistas e gerentes' },
  {
    change: route('PUT', '/barbershop-roles/:id', {
      summary: 'Muda a função de quem trabalha na barbearia; só o dono nomeia gerentes',
      params: IdParams,
      body: Strict({ role: BarbershopRole }),
      errors: ['ROLE_NOT_FOUND', 'FORBIDDEN'],
      response: { 200: Type.Object({ role: BarbershopRole }) },
    }),
    setPhoneReaders: route('PUT', '/barbershops/:id/phone-readers', {
      summary: 'Define quem da equipe vê o telefone de todos os clientes; só o dono',
      params: IdParams,
      body: Strict(PhoneReaders.properties),
      errors: ['BARBERSHOP_NOT_FOUND'],
      response: { 200: PhoneReaders },
    }),
    remove: route('DELETE', '/barbershop-roles/:id', {
      summary: 'Tira alguém da equipe, ou sai dela: o acesso termina na hora',
      params: IdParams,
      errors: ['ROLE_NOT_FOUND', 'FORBIDDEN'],
      response: { 200: Type.Object({ removed: Type.Boolean() }) },
    }),
  },
)
