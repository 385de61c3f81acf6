/**
 * What a person of the staff may do in one barbershop, beyond the own day of a barber and the phones of the customers whom they serve.
 * The owner may do everything; plan, activation and permissions are the owner's alone.
 */
export const permissions = [
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
  /** The cash register: opening it, what is put in and taken out, counting it. */
  'cash',
  /** Files with appointments or customers. */
  'export',
] as const

export type Permission = (typeof permissions)[number]

/** What a person may do from the first day on, until the owner says otherwise. */
export const presetPermissions: Record<'BARBER' | 'RECEPTIONIST' | 'MANAGER', readonly Permission[]> = {
  BARBER: ['customers', 'spend', 'discounts'],
  RECEPTIONIST: ['agenda', 'customers', 'phones', 'discounts', 'cash'],
  MANAGER: permissions,
}

/** Those whose work is in the panel; each of them opens it. */
export const panelPermissions: readonly Permission[] = ['prices', 'settings', 'team', 'money']
