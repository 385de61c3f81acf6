import type { User } from '@na-regua/contract/accounts'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { sampleUser } from '../../../../test/samples.ts'
import { createQueryClient } from '../../../lib/query-client.ts'
import { closeSession, openSession } from '../../../lib/session.ts'
import { WizardDialog } from './wizard-dialog.tsx'

afterEach(() => {
  cleanup()
  closeSession()
})

function open(role: User['role'] | undefined) {
  if (role) openSession({ user: { ...sampleUser, role }, token: 'token' })
  const element = <WizardDialog isOpen onClose={() => {}} addressFields={() => null} />
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element }])} />
    </QueryClientProvider>,
  )
}

test.each(['CUSTOMER', 'BARBER', undefined] as const)('the wizard renders nothing for %s [2.95]', (role) => {
  open(role)
  expect(document.body.textContent).toBe('')
})

test('the wizard opens for an owner, with its buttons [2.95, 2.98]', () => {
  open('OWNER')
  expect(screen.getByRole('dialog', { name: 'Nova barbearia' })).toBeTruthy()
  for (const name of ['Cancelar', 'Próximo']) expect(screen.getByRole('button', { name })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Voltar' })).toBeNull()
})
