import { type Static, Type } from 'typebox'
import { Id, IdParams, Nullable, Strict } from './fields.ts'
import { permissions } from './permissions.ts'
import { defineApi, route } from './route.ts'

/** What an account without barber work does in one barbershop. The role of the account, which is something else, stays as it is. */
export const BarbershopRole = Type.Enum(['RECEPTIONIST', 'MANAGER'])
export type BarbershopRole = Static<typeof BarbershopRole>

/** What an invite offers. */
export const InviteRole = Type.Enum(['BARBER', 'RECEPTIONIST', 'MANAGER'])
export type InviteRole = Static<typeof InviteRole>

/** What a person of the staff may do (permissions.ts). */
export const PermissionField = Type.Enum(permissions)

const Barbershop = Type.Object({ id: Id, name: Type.String() })

/** What the caller may do in a barbershop of another owner, as barber, receptionist or manager. */
export const OwnPermissions = Type.Object({ barbershop: Barbershop, permissions: Type.Array(PermissionField) })
export type OwnPermissions = Static<typeof OwnPermissions>

/** A role of the caller. */
export const OwnRole = Type.Object({ id: Id, role: BarbershopRole, barbershop: Barbershop })
export type OwnRole = Static<typeof OwnRole>

/** A receptionist or manager as the owner and the managers of the barbershop see them. */
export const RoleHolder = Type.Object({
  ...OwnRole.properties,
  name: Type.String(),
  avatarUrl: Nullable(Type.String()),
  /** Whether it is the caller. */
  isSelf: Type.Boolean(),
  permissions: Type.Array(PermissionField),
})
export type RoleHolder = Static<typeof RoleHolder>

/** `seen` is what the owner saw before the change: another change in between is refused, not undone. */
export const PermissionsChange = Strict({
  permissions: Type.Array(PermissionField, { uniqueItems: true }),
  seen: Type.Array(PermissionField, { uniqueItems: true }),
})
export type PermissionsChange = Static<typeof PermissionsChange>

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
    setPermissions: route('PUT', '/barbershop-roles/:id/permissions', {
      summary: 'Define o que alguém da recepção ou da gerência pode fazer; só o dono',
      params: IdParams,
      body: PermissionsChange,
      errors: ['ROLE_NOT_FOUND', 'EDIT_CONFLICT'],
      response: { 200: Type.Object({ permissions: Type.Array(PermissionField) }) },
    }),
    remove: route('DELETE', '/barbershop-roles/:id', {
      summary: 'Tira alguém da equipe, ou sai dela: o acesso termina na hora',
      params: IdParams,
      errors: ['ROLE_NOT_FOUND', 'FORBIDDEN'],
      response: { 200: Type.Object({ removed: Type.Boolean() }) },
    }),
  },
)
