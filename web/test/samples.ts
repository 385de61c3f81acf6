import type { User } from '@na-regua/contract/accounts'
import type { Appointment } from '@na-regua/contract/appointments'
import type { Barbershop, Service } from '@na-regua/contract/barbershops'
import { presetPermissions } from '@na-regua/contract/permissions'
import type { OwnQueueEntry, QueueState } from '@na-regua/contract/queue'
import type { BarbershopRole } from '@na-regua/contract/roles'
import type { Barber, ScheduleConflict } from '@na-regua/contract/staff'
import type { WaitlistOffer, WaitlistRequest } from '@na-regua/contract/waitlist'

const shopRef = { id: 'shop', name: 'Barbearia do Largo' }

export const sampleUser: User = {
  id: 'user',
  name: 'Joana Prado',
  email: 'joana@naregua.test',
  phone: null,
  avatarUrl: null,
  role: 'CUSTOMER',
  isEmailVerified: true,
  google_id: null,
  hasPassword: true,
  planId: 'free',
  planExpiryDate: null,
  plan: {} as User['plan'],
}

const createService = (id: string, name: string, priceCents: number): Service => ({
  id,
  name,
  priceCents,
  description: null,
  durationMin: 30,
  bufferMin: 0,
  isActive: true,
})

export const sampleBarbershop = {
  ...shopRef,
  city: 'Goiânia',
  timeZone: 'America/Sao_Paulo',
  services: [createService('cut', 'Corte', 4500), createService('beard', 'Barba', 3000)],
  combinations: [],
  minimumNoticeMin: 0,
  cancelNoticeMin: 120,
  bookingWindowDays: 60,
  workingHours: [],
  specialDates: [],
} as Partial<Barbershop> as Barbershop

const createBarber = (id: string, name: string): Barber => ({
  id,
  name,
  avatarUrl: null,
  bio: null,
  specialties: [],
  user: { name, avatarUrl: null },
  barbershop: shopRef,
  averageRating: null,
  reviewCount: 0,
  portfolio: [],
  portfolioCount: 0,
})

export const sampleBarbers = [createBarber('rui', 'Rui Prado'), createBarber('lia', 'Lia Fontes')]

export const createAppointment = (id: string, status: Appointment['status'] = 'SCHEDULED') =>
  ({ id, status, customer: { id: 'customer', name: 'Beto Sol', phone: null } }) as Partial<Appointment> as Appointment

/** An appointment outside of a schedule, at 15h of São Paulo. */
export const createConflict = (name: string, fields: Partial<ScheduleConflict> = {}): ScheduleConflict => ({
  id: name,
  status: 'CONFIRMED',
  serviceName: 'Corte',
  customer: { name, phone: null },
  isOfSeries: false,
  startTime: '2030-03-12T18:00:00.000Z',
  endTime: '2030-03-12T18:30:00.000Z',
  ...fields,
})

export const sampleQueue: QueueState = {
  barbershopId: 'shop',
  timeZone: 'America/Sao_Paulo',
  closure: null,
  length: 3,
  wait: { fromMin: 15, toMin: 25 },
  barbers: [{ id: 'rui', name: 'Rui Prado', avatarUrl: null, wait: { fromMin: 30, toMin: 45 } }],
  services: [{ id: 'cut', name: 'Corte', durationMin: 30 }],
}

export const createOwnEntry = (fields: Partial<OwnQueueEntry> = {}): OwnQueueEntry => ({
  id: '0b8f2a4e-7c1d-4e5f-9a3b-2d6c8e0f1a7b',
  token: 'token',
  status: 'WAITING',
  version: 1,
  name: 'Beto',
  barbershop: { ...shopRef, address: 'Rua 7, 70', phone: '6233334444' },
  timeZone: 'America/Sao_Paulo',
  barber: null,
  service: null,
  joinedAt: '2026-11-23T18:00:00.000Z',
  position: 2,
  wait: { fromMin: 15, toMin: 25 },
  comeAt: '2026-11-23T18:20:00.000Z',
  call: null,
  slidesLeft: 1,
  serverTime: new Date().toISOString(),
  ...fields,
})

/** Made at 15h of São Paulo for a quarter of an hour. */
export const createWaitlistOffer = (fields: Partial<WaitlistOffer> = {}): WaitlistOffer => ({
  token: 'token',
  status: 'OPEN',
  serviceName: 'Corte',
  priceCents: 4500,
  timeZone: 'America/Sao_Paulo',
  startTime: '2026-11-24T17:30:00.000Z',
  endTime: '2026-11-24T18:00:00.000Z',
  barber: { id: 'rui', name: 'Rui Prado', avatarUrl: null },
  barbershop: { ...shopRef, address: 'Rua 7, 70', phone: '6233334444', cancelNoticeMin: 120 },
  reason: { fit: 'barber', isFavorite: true, waitingSince: '2026-11-20T12:00:00.000Z' },
  offeredAt: '2026-11-23T18:00:00.000Z',
  expiresAt: '2026-11-23T18:15:00.000Z',
  serverTime: '2026-11-23T18:00:00.000Z',
  ...fields,
})

export const createWaitlistRequest = (fields: Partial<WaitlistRequest> = {}): WaitlistRequest => ({
  id: 'request',
  status: 'ACTIVE',
  version: 3,
  area: null,
  timeZone: 'America/Sao_Paulo',
  maxPriceCents: null,
  targets: [
    {
      barbershop: { ...shopRef, slug: null },
      barber: { id: 'rui', name: 'Rui Prado' },
      services: [{ id: 'cut', name: 'Corte' }],
    },
  ],
  wanted: [{ date: '2026-11-24', fromMin: 840, untilMin: 1080 }],
  offerCount: 0,
  openOffer: null,
  createdAt: '2026-11-20T12:00:00.000Z',
  ...fields,
})

/** What the account of a receptionist or manager of the barbershop has. */
export function workIn(barbershop: { id: string; name: string }, role: BarbershopRole) {
  return {
    barbershopRoles: [{ id: 'role', role, barbershop }],
    permissions: [{ barbershop, permissions: [...presetPermissions[role]] }],
  }
}
