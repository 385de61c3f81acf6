import { type Static, Type } from 'typebox'
import { Id, IdParams, Nullable, Strict } from './fields.ts'
import { defineApi, route } from './route.ts'

/** What an account without barber work does in one barbershop. The role of the account, which is something else, stays as it is. */
export const BarbershopRole = Type.Enum(['RECEPTIONIST', 'MANAGER'])
export type BarbershopRole = Static<typeof BarbershopRole>

/** What an invite offers. */
export const InviteRole = Type.Enum(['BARBER', 'RECEPTIONIST', 'MANAGER'])
export type InviteRole = Static<typeof InviteRole>

/**
 * What a person of the staff may do in one barbershop, beyond the own day of a barber and the phones of the customers whom they serve.
 * The owner may do everything; plan, activation and permissions are the owner's alone.
 */
export const Permission = Type.Enum([
  /** Everyone's appointments: board, lists, changes of status, walk-ins. */
  'agenda',
  /** The customers and their profiles, and bookings for those who call. */
  'customers',
  /** The phones of all customers. */
  'phones',
  /** What a customer spent. */
  'spend',
  /** Another price than the list's for one appointment. */
  'discounts',
  /** The services and their prices. */
  'prices',
  /** The barbershop's page, hours, queue, the profiles and schedules of its barbers, replies to reviews. */
  'settings',
  /** Inviting and removing barbers and receptionists. */
  'team',
  /** The panel: revenue and what it is made of. */
  'money',
  /** Files with appointments or customers. */
  'export',
])
export type Permission = Static<typeof Permission>

export const permissions: readonly Permission[] = Permission.enum

/** What a person may do from the first day on, until the owner says otherwise. */
export const presetPermissions: Record<InviteRole, readonly Permission[]> = {
  BARBER: ['customers', 'spend', 'discounts'],
  RECEPTIONIST: ['agenda', 'customers', 'phones', 'discounts'],
  MANAGER: permissions,
}

const Barbershop = Type.Object({ id: Id, name: Type.String() })

/** Those whose work is in the panel; each of them opens it. */
export const panelPermissions: readonly Permission[] = ['prices', 'settings', 'team', 'money']

/** What the caller may do in a barbershop of somebody else, as barber, receptionist or manager. */
export const OwnPermissions = Type.Object({ barbershop: Barbershop, permissions: Type.Array(Permission) })
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
  permissions: Type.Array(Permission),
})
export type RoleHolder = Static<typeof RoleHolder>

/** `seen` is what the owner saw before the change: another change in between is refused, not undone. */
export const PermissionsChange = Strict({
  permissions: Type.Array(Permission, { uniqueItems: true }),
  seen: Type.Array(Permission, { uniqueItems: true }),
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
      response: { 200: Type.Object({ permissions: Type.Array(Permission) }) },
    }),
    remove: route('DELETE', '/barbershop-roles/:id', {
      summary: 'Tira alguém da equipe, ou sai dela: o acesso termina na hora',
      params: IdParams,
      errors: ['ROLE_NOT_FOUND', 'FORBIDDEN'],
      response: { 200: Type.Object({ removed: Type.Boolean() }) },
    }),
  },
)
