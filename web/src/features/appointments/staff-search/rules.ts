import type {
  FoundAppointment,
  FoundBarber,
  FoundCustomer,
  FoundDay,
  FoundService,
  StaffSearchResult,
} from '@na-regua/contract/staff-search'
import { paths } from '../../../lib/paths.ts'

/** A row of the list. `to` is where it leads, in the barbershop `barbershopId`. */
export type StaffOption = { key: string; to: string; barbershopId?: string } & (
  | { kind: 'day'; day: FoundDay }
  | { kind: 'customer'; customer: FoundCustomer }
  /** The next appointment of the customer above. */
  | { kind: 'next'; appointment: FoundAppointment }
  | { kind: 'appointment'; appointment: FoundAppointment }
  | { kind: 'barber'; barber: FoundBarber }
  | { kind: 'service'; service: FoundService }
)

export type StaffOptionGroup = { title: string; options: readonly StaffOption[] }

/** Groups without a row are left out. */
export function listStaffOptions(found: StaffSearchResult): StaffOptionGroup[] {
  const shown = new Set(found.customers.map(({ next }) => next?.id))
  const others = found.appointments.filter(({ id }) => !shown.has(id))
  const groups = [
    { title: 'Dia', options: found.day ? [toDayOption(found.day)] : [] },
    { title: 'Clientes', options: found.customers.flatMap(toCustomerOptions) },
    { title: 'Agendamentos', options: others.map((appointment) => toAppointmentOption('appointment', appointment)) },
    { title: 'Barbeiros', options: found.barbers.map(toBarberOption) },
    { title: 'Serviços', options: found.services.map(toServiceOption) },
  ]
  return groups.filter(({ options }) => options.length > 0)
}

function toDayOption(day: FoundDay): StaffOption {
  const to = day.isOnBoard ? paths.ownerDay(day.date) : paths.barberDay(day.date)
  return { kind: 'day', key: day.date, to, day }
}

function toCustomerOptions(customer: FoundCustomer): StaffOption[] {
  const profile: StaffOption = {
    kind: 'customer',
    key: customer.id,
    to: paths.customers(customer.id),
    barbershopId: customer.barbershop.id,
    customer,
  }
  return customer.next ? [profile, toAppointmentOption('next', customer.next)] : [profile]
}

function toAppointmentOption(kind: 'next' | 'appointment', appointment: FoundAppointment): StaffOption {
  const { id, isOnBoard, barber, barbershop } = appointment
  return {
    kind,
    key: id,
    to: isOnBoard ? paths.boardAppointment(id, barber.id) : paths.barberAppointment(id),
    barbershopId: barbershop.id,
    appointment,
  }
}

function toBarberOption(barber: FoundBarber): StaffOption {
  const to = barber.isOnBoard ? paths.boardOfBarber(barber.id) : paths.barberToday()
  return { kind: 'barber', key: barber.id, to, barbershopId: barber.barbershop.id, barber }
}

function toServiceOption(service: FoundService): StaffOption {
  const { id, barbershop } = service
  return { kind: 'service', key: id, to: paths.services(barbershop.id), barbershopId: barbershop.id, service }
}

/** Rows of several barbershops name theirs. */
export function hasSeveralBarbershops(groups: readonly StaffOptionGroup[]): boolean {
  const ids = groups.flatMap(({ options }) => options.flatMap(({ barbershopId }) => barbershopId ?? []))
  return new Set(ids).size > 1
}
