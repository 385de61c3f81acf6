import { type WaitlistStatistics, waitlistSettingsApi } from '@na-regua/contract/waitlist'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, expect, test } from 'vitest'
import { apiError, startFakeApi } from '../../../test/fake-api.ts'
import { createQueryClient } from '../../lib/query-client.ts'
import { WaitlistSection, WaitlistSettingsDialog } from './owner-section.tsx'

const api = startFakeApi()
const shops = [
  { id: 'largo', name: 'Barbearia do Largo' },
  { id: 'praca', name: 'Barbearia da Praça' },
]
const counts = { freed: 8, offered: 5, refilled: 2, minutesRecovered: 70, centsRecovered: 9000 }
const statistics: WaitlistStatistics = {
  ...counts,
  offers: 9,
  byCause: [{ cause: 'cancelled', ...counts }],
}
const nothing = { freed: 0, offered: 0, refilled: 0, minutesRecovered: 0, centsRecovered: 0, offers: 0, byCause: [] }

afterEach(cleanup)

const open = (element: ReactElement) =>
  render(<QueryClientProvider client={createQueryClient()}>{element}</QueryClientProvider>)

test('the owner sees what became of the times of one barbershop, for a period', async () => {
  api.respond(waitlistSettingsApi.statistics, ({ url }) => ({
    statistics: url.includes('/largo/') ? statistics : nothing,
  }))
  open(<WaitlistSection shops={shops} />)
  await screen.findByText('Tempo recuperado')
  const figures = screen.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(figures).toEqual(['8', '5', '2 (25%)', '1\u00a0h\u00a010', 'R$\u00a090,00'])
  expect(screen.getByRole('row', { name: 'Cancelamentos 8 2' })).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: '90 dias' }))
  await waitFor(() =>
    expect(api.listRequests(waitlistSettingsApi.statistics).at(-1)?.url).toBe(
      '/api/barbershops/largo/waitlist/statistics?days=90',
    ),
  )
  fireEvent.change(screen.getByLabelText('Barbearia dos horários que abriram'), { target: { value: 'praca' } })
  expect(await screen.findByText('Nenhum horário abriu neste período.')).toBeDefined()
})

test('the switch is saved at once; after a conflict it shows what is stored', async () => {
  api.respond(waitlistSettingsApi.statistics, () => ({ statistics: nothing }))
  api.respond(waitlistSettingsApi.get, () => ({ setting: { isOn: true, version: 4 } }))
  api.respond(waitlistSettingsApi.set, () => ({ setting: { isOn: false, version: 5 } }))
  const shop = { id: 'largo', name: 'Barbearia do Largo' }
  open(<WaitlistSettingsDialog shop={shop} ownPlan={{ canEdit: true }} onClose={() => {}} />)
  const box = () => screen.findByRole<HTMLInputElement>('checkbox', { name: /^Oferecer horários/ })
  expect((await box()).checked).toBe(true)
  fireEvent.click(await box())
  await waitFor(async () => {
    expect((await box()).checked).toBe(false)
    expect((await box()).disabled).toBe(false)
  })
  expect(api.listRequests(waitlistSettingsApi.set)[0]?.body).toEqual({ isOn: false, version: 4 })

  api.respond(waitlistSettingsApi.get, () => ({ setting: { isOn: false, version: 6 } }))
  api.respond(waitlistSettingsApi.set, () => apiError(409, 'EDIT_CONFLICT'))
  fireEvent.click(await box())
  expect(await screen.findByText('message of EDIT_CONFLICT')).toBeDefined()
  expect((await box()).checked).toBe(false)
})

test('without a plan that allows it the switch cannot be changed', async () => {
  api.respond(waitlistSettingsApi.statistics, () => ({ statistics: nothing }))
  api.respond(waitlistSettingsApi.get, () => ({ setting: { isOn: true, version: 1 } }))
  const shop = { id: 'largo', name: 'Barbearia do Largo' }
  open(<WaitlistSettingsDialog shop={shop} ownPlan={{ canEdit: false }} onClose={() => {}} />)
  expect((await screen.findByRole<HTMLInputElement>('checkbox')).disabled).toBe(true)
})
