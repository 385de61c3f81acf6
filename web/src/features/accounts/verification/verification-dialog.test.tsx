import { accountsApi } from '@na-regua/contract/accounts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { apiError, startFakeApi } from '../../../../test/fake-api.ts'
import { sampleUser } from '../../../../test/samples.ts'
import { VerificationDialog } from './verification-dialog.tsx'

const api = startFakeApi()
afterEach(cleanup)

const inOneMinute = () => new Date(Date.now() + 60_000).toISOString()
const sent = () => api.listRequests(accountsApi.sendEmailVerification)

const dialog = ({ isEmailRefused = false, isOpen = true } = {}) => (
  <QueryClientProvider client={new QueryClient()}>
    <VerificationDialog
      isOpen={isOpen}
      user={{ ...sampleUser, isEmailVerified: false, isEmailRefused }}
      onCancel={() => {}}
      onVerified={() => {}}
    />
  </QueryClientProvider>
)

test('the code is sent when the dialog opens, once, and its first digit has the focus', async () => {
  api.respond(accountsApi.sendEmailVerification, () => ({ ok: true, resendAt: inOneMinute() }))
  const { rerender } = render(dialog({ isOpen: false }))
  expect(sent()).toEqual([])
  rerender(dialog())
  await screen.findByText(/Enviamos um código/)
  expect(sent().map(({ body }) => body)).toEqual([{ email: sampleUser.email }])
  expect(document.activeElement?.getAttribute('autocomplete')).toBe('one-time-code')
  rerender(dialog({ isOpen: false }))
  rerender(dialog())
  expect(screen.getByText(/Enviamos um código/)).toBeTruthy()
  expect(sent()).toHaveLength(1)
})

test('a code that was sent less than a minute ago is as good', async () => {
  api.respond(accountsApi.sendEmailVerification, () => apiError(429, 'CODE_TOO_SOON', { resendAt: inOneMinute() }))
  render(dialog())
  await screen.findByText(/Enviamos um código/)
  expect(screen.getByRole('button', { name: /^Reenviar código em \d+ s$/ })).toBeTruthy()
})

test('where no code can be sent the address comes first, with the reason, and can be corrected', async () => {
  api.respond(accountsApi.sendEmailVerification, () => apiError(429, 'CODE_LIMIT'))
  render(dialog())
  const field = await screen.findByLabelText<HTMLInputElement>('E-mail')
  expect(field.value).toBe(sampleUser.email)
  expect(screen.getByText('message of CODE_LIMIT')).toBeTruthy()
  api.respond(accountsApi.sendEmailVerification, () => ({ ok: true, resendAt: inOneMinute() }))
  fireEvent.change(field, { target: { value: 'outra@naregua.test' } })
  fireEvent.click(screen.getByRole('button', { name: 'Enviar código' }))
  await screen.findByText('outra@naregua.test')
  expect(sent().at(-1)?.body).toEqual({ email: 'outra@naregua.test' })
})

test('an address that refuses the email with the code is reported, until another one is entered', async () => {
  api.respond(accountsApi.sendEmailVerification, () => ({ ok: true, resendAt: inOneMinute() }))
  const { rerender } = render(dialog())
  await screen.findByText(/Enviamos um código/)
  expect(screen.queryByRole('alert')).toBeNull()
  // The mail server responds, and the account is loaded again.
  rerender(dialog({ isEmailRefused: true }))
  expect(screen.getByRole('alert').textContent).toContain(`O endereço ${sampleUser.email} recusou nossa mensagem`)
  cleanup()
  render(dialog({ isEmailRefused: true }))
  await waitFor(() => expect(sent()).toHaveLength(1))
  fireEvent.change(screen.getByLabelText('E-mail'), { target: { value: 'outra@naregua.test' } })
  expect(screen.queryByText(/recusou nossa mensagem/)).toBeNull()
})
