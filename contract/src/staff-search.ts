import { type Static, Type } from 'typebox'
import { AppointmentStatus, IdAndName } from './appointments.ts'
import { Cents, Id, Instant, LocalDate, Nullable, Strict, Text } from './fields.ts'
import { defineApi, route } from './route.ts'

export const MIN_STAFF_SEARCH = 2
export const MAX_STAFF_SEARCH = 60

/** The caller sees everyone's appointments of the barbershop; otherwise only the caller's own day. */
const isOnBoard = Type.Boolean()

const FoundAppointment = Type.Object({
  id: Id,
  status: AppointmentStatus,
  startTime: Instant,
  timeZone: Type.String(),
  customerName: Type.String(),
  guestName: Nullable(Type.String()),
  serviceName: Type.String(),
  barber: IdAndName,
  barbershop: IdAndName,
  isOnBoard,
})
export type FoundAppointment = Static<typeof FoundAppointment>

const FoundCustomer = Type.Object({
  id: Id,
  name: Type.String(),
  /** Null also where the caller may not read it. */
  phone: Nullable(Type.String()),
  tags: Type.Array(Type.String()),
  isBlocked: Type.Boolean(),
  barbershop: IdAndName,
  /** The next one that the caller may open. */
  next: Nullable(FoundAppointment),
})
export type FoundCustomer = Static<typeof FoundCustomer>

const FoundBarber = Type.Object({
  id: Id,
  name: Type.String(),
  avatarUrl: Nullable(Type.String()),
  barbershop: IdAndName,
  isOnBoard,
})
export type FoundBarber = Static<typeof FoundBarber>

const FoundService = Type.Object({
  id: Id,
  name: Type.String(),
  durationMin: Type.Integer(),
  priceCents: Cents,
  isActive: Type.Boolean(),
  barbershop: IdAndName,
})
export type FoundService = Static<typeof FoundService>

const FoundDay = Type.Object({
  date: LocalDate,
  /** Appointments that are not cancelled, of those that the caller may see. */
  appointments: Type.Integer(),
  isOnBoard,
})
export type FoundDay = Static<typeof FoundDay>

export const StaffSearchResult = Type.Object({
  /** The day that the text names; its other words then filter the appointments of that day, and nothing else is listed. */
  day: Nullable(FoundDay),
  /** Those with the next appointment soonest first. */
  customers: Type.Array(FoundCustomer),
  /** Upcoming ones soonest first, then the others newest first; those of a day by time. */
  appointments: Type.Array(FoundAppointment),
  /** Those whose agenda the caller may open. */
  barbers: Type.Array(FoundBarber),
  /** Only for who may edit them. */
  services: Type.Array(FoundService),
})
export type StaffSearchResult = Static<typeof StaffSearchResult>

/** One field for everything that staff look for. */
export const staffSearchApi = defineApi(
  { tag: 'staffSearch', description: 'A busca da equipe: clientes, agendamentos, barbeiros e serviços' },
  {
    search: route('GET', '/staff/search', {
      summary: 'Busca por nome, telefone, marcador ou dia no que a pessoa pode ver',
      querystring: Strict({
        q: Text({ min: MIN_STAFF_SEARCH, max: MAX_STAFF_SEARCH }),
        /** Without it in every barbershop in which the caller works or which the caller owns. */
        barbershopId: Type.Optional(Id),
      }),
      errors: ['BARBERSHOP_NOT_FOUND'],
      response: { 200: StaffSearchResult },
    }),
  },
)
