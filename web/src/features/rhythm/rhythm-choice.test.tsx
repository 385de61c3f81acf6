import { rhythmApi } from '@na-regua/contract/rhythm'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { startFakeApi } from '../../../test/fake-api.ts'
import { sampleUser } from '../../../test/samples.ts'
import { createQueryClient } from '../../lib/query-client.ts'
import { closeSession, openSession } from '../../lib/session.ts'
import { RhythmInvitation } from './rhythm-choice.tsx'

const api = startFakeApi()
afterEach(() => {
  cleanup()
  closeSession()
})

function openAs(id: string) {
  openSession({ user: { ...sampleUser, id }, token: id })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RhythmInvitation />
    </QueryClientProvider>,
  )
}

test('an invitation that is refused stays away for this account, not for the next one on the device', async () => {
  api.respond(rhythmApi.get, () => ({ givenAt: null, consentText: 'Um aviso.', isInvited: true, silentIn: [] }))
  openAs('ana')
  fireEvent.click(await screen.findByRole('button', { name: 'Agora não' }))
  expect(screen.queryByText('Um aviso.')).toBeNull()
  cleanup()
  openAs('rui')
  expect(await screen.findByText('Um aviso.')).toBeDefined()
})
