/** What is done in a barbershop, by kind of access. */
export type BarbershopAction =
  /** Everyone's appointments: board, agenda, status changes, walk-ins. Barbers have their own day without it. */
  | 'agenda'
  /** Bookings for customers who call, and the customers. */
  | 'customers'
  /** What a customer spent. */
  | 'spend'
  /** Dashboard, and every export: of appointments, of customers. */
  | 'revenue'
  /** The barbershop's page, services, hours, the profiles and schedules of its barbers, replies to reviews. */
  | 'settings'
  /** Inviting and removing barbers and receptionists. */
  | 'staff'
  /** Plan, activation, and who is a manager. */
  | 'ownership'

export type StaffPart = 'OWNER' | 'MANAGER' | 'RECEPTIONIST' | 'BARBER'

/** Who may do what in their barbershop. The only place that decides it; queries.ts makes SQL of it. */
export const partsOf: Record<BarbershopAction, readonly StaffPart[]> = {
  agenda: ['OWNER', 'MANAGER', 'RECEPTIONIST'],
  customers: ['OWNER', 'MANAGER', 'RECEPTIONIST', 'BARBER'],
  spend: ['OWNER', 'MANAGER', 'BARBER'],
  revenue: ['OWNER', 'MANAGER'],
  settings: ['OWNER', 'MANAGER'],
  staff: ['OWNER', 'MANAGER'],
  ownership: ['OWNER'],
}
