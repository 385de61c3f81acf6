import type { User } from '@na-regua/contract/accounts'
import type { BarberWorkday } from '@na-regua/contract/agendas'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { sampleUser, workIn } from '../../../../test/samples.ts'
import { closeSession, openSession } from '../../../lib/session.ts'
import { DayTimeline, TimeOffLink } from './day-timeline.tsx'

const barbershop = { id: 'shop', name: 'Barbearia do Largo' }
const workday = {
  barberId: 'beto',
  name: 'Beto',
  barbershop,
  timeZone: 'America/Sao_Paulo',
} as Partial<BarberWorkday> as BarberWorkday

afterEach(() => {
  cleanup()
  closeSession()
})

function showsLink(user: Partial<User>, isOwn = false) {
  openSession({ user: { ...sampleUser, ...user }, token: 'k'.repeat(43) })
  render(<TimeOffLink workday={workday} isOwn={isOwn} date="2099-03-12" />, { wrapper: MemoryRouter })
  const isShown = screen.queryByRole('link', { name: 'Marcar folga de Beto neste dia' }) !== null
  cleanup()
  return isShown
}

test('time off is offered to those who may edit the schedule in that barbershop', () => {
  expect(showsLink({ role: 'OWNER' })).toBe(true)
  expect(showsLink({ role: 'CUSTOMER', ...workIn(barbershop, 'MANAGER') })).toBe(true)
  expect(showsLink({ role: 'BARBER', ...workIn(barbershop, 'MANAGER') })).toBe(true)
  expect(showsLink({ role: 'BARBER' }, true)).toBe(true)
})

test('a receptionist sees no link to a page that would refuse, whatever else the account is', () => {
  expect(showsLink({ role: 'CUSTOMER', ...workIn(barbershop, 'RECEPTIONIST') })).toBe(false)
  expect(showsLink({ role: 'BARBER', ...workIn(barbershop, 'RECEPTIONIST') })).toBe(false)
  expect(showsLink({ role: 'OWNER', ...workIn(barbershop, 'RECEPTIONIST') })).toBe(false)
  const elsewhere = workIn({ id: 'other', name: 'Outra' }, 'MANAGER').permissions
  const permissions = [...workIn(barbershop, 'RECEPTIONIST').permissions, ...elsewhere]
  expect(showsLink({ role: 'BARBER', permissions })).toBe(false)
  expect(showsLink({ role: 'BARBER', permissions }, true)).toBe(true)
})

test('a break, time off, a time that is offered to a customer of the waitlist and gaps are drawn with what they are', () => {
  const span = { start: 540, end: 1080 }
  const day: BarberWorkday = {
    ...workday,
    avatarUrl: null,
    hours: [span],
    free: [],
    appointments: [],
    breaks: [{ start: 720, end: 780 }],
    timeOff: [{ start: 1020, end: 1080, reason: 'Médico' }],
    offers: [{ start: 900, end: 930, until: '2026-11-23T17:10:00.000Z' }],
  }
  const now = new Date('2026-11-23T17:00:00Z')
  render(
    <DayTimeline
      workday={day}
      span={span}
      now={now}
      scale={1}
      gaps={[
        { start: 840, end: 899 },
        { start: 930, end: 990 },
      ]}
      date="2026-11-23"
      onOpen={() => {}}
      onAddWalkIn={() => {}}
    />,
  )
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Pausa, das 12h às 13h',
    'Folga: Médico, das 17h às 18h',
    'Oferecido a quem espera até 14h10, das 15h às 15h30',
    'livre 59 min, das 14h às 14h59Encaixar',
    'livre até 16h30, das 15h30 às 16h30Encaixar',
  ])
})
