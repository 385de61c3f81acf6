import type { User } from '@na-regua/contract/accounts'
import type { Appointment } from '@na-regua/contract/appointments'
import type { Barbershop, Service } from '@na-regua/contract/barbershops'
import type { Barber } from '@na-regua/contract/staff'

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
  ...{ id, name, priceCents, description: null, durationMin: 30, bufferMin: 0, isActive: true },
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
  ...{ id, name, avatarUrl: null, bio: null, specialties: [] },
  user: { name, avatarUrl: null },
  barbershop: shopRef,
  ...{ averageRating: null, reviewCount: 0, portfolio: [], portfolioCount: 0 },
})

export const sampleBarbers = [createBarber('rui', 'Rui Prado'), createBarber('lia', 'Lia Fontes')]

export const createAppointment = (id: string, status: Appointment['status'] = 'SCHEDULED') =>
  ({ id, status, customer: { id: 'customer', name: 'Beto Sol', phone: null } }) as Partial<Appointment> as Appointment
