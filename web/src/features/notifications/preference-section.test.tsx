import { lastMinuteApi } from '@na-regua/contract/last-minute'
import { notificationsApi } from '@na-regua/contract/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { startFakeApi } from '../../../test/fake-api.ts'
import { sampleUser } from '../../../test/samples.ts'
import { createQueryClient } from '../../lib/query-client.ts'
import { closeSession, openSession } from '../../lib/session.ts'
import { PreferenceSection } from './preference-section.tsx'

const api = startFakeApi()
afterEach(() => {
  cleanup()
  closeSession()
})

const consent = { givenAt: '2026-03-11T15:00:00.000Z', isCurrent: false, consentText: 'Favoritas e o que pedi.' }

test('who agreed to an earlier text reads what it is for, and agrees to the present one', async () => {
  api.respond(notificationsApi.preferences, () => ({ preferences: [] }))
  api.respond(notificationsApi.whatsapp, () => ({ isAvailable: false, hasPhone: false, givenAt: null }))
  api.respond(lastMinuteApi.consent, () => consent)
  api.respond(lastMinuteApi.setConsent, ({ body }) => {
    expect(body).toEqual({ isOn: true, consentText: consent.consentText })
    return { ...consent, isCurrent: true }
  })
  openSession({ user: sampleUser, token: 'token' })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PreferenceSection role={sampleUser.role} consents={null} />
    </QueryClientProvider>,
  )
  const accept = await screen.findByRole('button', { name: 'Aceitar o novo texto' })
  expect(screen.getByText(/você aceitou avisos só das suas favoritas/)).toBeDefined()
  expect(screen.queryByText(/Você aceitou em/)).toBeNull()
  fireEvent.click(accept)
  expect(await screen.findByText(/Favoritas e o que pedi\. Você aceitou em/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Aceitar o novo texto' })).toBeNull()
})
