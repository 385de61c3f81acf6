import type { Invite } from '@na-regua/contract/invites'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { InviteList } from './member-invites.tsx'

afterEach(cleanup)

const invite: Invite = {
  id: 'invite',
  role: 'BARBER',
  barber: null,
  isLink: false,
  email: 'rui@naregua.test',
  barbershop: { id: 'shop', name: 'Barbearia do Largo' },
  expiresAt: '2030-03-12T15:00:00.000Z',
  isExpired: false,
  isRefused: false,
  resendAt: '2030-03-05T15:00:00.000Z',
}

test.each([
  [{}, 'Pendente', false],
  [{ isExpired: true }, 'Vencido', false],
  [{ isRefused: true }, 'Não entregue', true],
  [{ isExpired: true, isRefused: true }, 'Não entregue', true],
])('an invite with %j is shown as %s', (fields, badge, isExplained) => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <InviteList invites={[{ ...invite, ...fields }]} canEdit />
    </QueryClientProvider>,
  )
  expect(screen.getByText(badge)).toBeTruthy()
  expect(screen.queryByText(/recusou o e-mail/) !== null).toBe(isExplained)
})
