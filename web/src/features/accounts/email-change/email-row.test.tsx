import { accountsApi } from '@na-regua/contract/accounts'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { startFakeApi } from '../../../../test/fake-api.ts'
import { sampleUser } from '../../../../test/samples.ts'
import { createQueryClient } from '../../../lib/query-client.ts'
import { closeSession, openSession, useUser } from '../../../lib/session.ts'
import { EmailRow } from './email-row.tsx'

const api = startFakeApi()

afterEach(() => {
  cleanup()
  closeSession()
})

function Row() {
  const user = useUser()
  return user ? <EmailRow user={user} /> : null
}

test('an unverified e-mail is verified from the profile, and the row says so', async () => {
  const resendAt = new Date(Date.now() + 60_000).toISOString()
  openSession({ user: { ...sampleUser, isEmailVerified: false }, token: 't' })
  api.respond(accountsApi.sendEmailVerification, () => ({ ok: true, resendAt }))
  api.respond(accountsApi.verifyEmailCode, () => ({ user: { ...sampleUser, isEmailVerified: true } }))
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Row />
    </QueryClientProvider>,
  )
  expect(screen.getByText('Não confirmado')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Confirmar e-mail' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirme seu e-mail' }))
  for (const [index, digit] of [...(await dialog.findAllByRole('textbox'))].entries())
    fireEvent.change(digit, { target: { value: String(index + 1) } })
  await expect.poll(() => screen.queryByText('Não confirmado')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Confirmar e-mail' })).toBeNull()
})
