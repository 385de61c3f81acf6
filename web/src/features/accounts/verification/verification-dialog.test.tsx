import { accountsApi } from '@na-regua/contract/accounts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { startFakeApi } from '../../../../test/fake-api.ts'
import { sampleUser } from '../../../../test/samples.ts'
import { VerificationDialog } from './verification-dialog.tsx'

const api = startFakeApi()
afterEach(cleanup)

const dialog = (isEmailRefused: boolean) => (
  <QueryClientProvider client={new QueryClient()}>
    <VerificationDialog
      isOpen
      user={{ ...sampleUser, isEmailVerified: false, isEmailRefused }}
      onCancel={() => {}}
      onVerified={() => {}}
    />
  </QueryClientProvider>
)

test('an address that refuses the email with the code is reported, until another one is entered', async () => {
  api.respond(accountsApi.sendEmailVerification, () => ({
    ok: true,
    resendAt: new Date(Date.now() + 60_000).toISOString(),
  }))
  const { rerender } = render(dialog(false))
  fireEvent.click(screen.getByRole('button', { name: 'Enviar código' }))
  await screen.findByText(/Enviamos um código/)
  expect(screen.queryByRole('alert')).toBeNull()
  // The mail server responds, and the account is loaded again.
  rerender(dialog(true))
  expect(screen.getByRole('alert').textContent).toContain(`O endereço ${sampleUser.email} recusou nossa mensagem`)
  cleanup()
  render(dialog(true))
  fireEvent.change(screen.getByLabelText('E-mail'), { target: { value: 'outra@naregua.test' } })
  expect(screen.queryByText(/recusou nossa mensagem/)).toBeNull()
})
