import { type QueueSettings, queueSettingsApi } from '@na-regua/contract/queue-today'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { apiError, startFakeApi } from '../../../../test/fake-api.ts'
import { TestRouter } from '../../../../test/test-router.tsx'
import { createQueryClient } from '../../../lib/query-client.ts'
import { QueueSettingsDialog } from './settings-dialog.tsx'
import { describeLateRule, type QueueRules } from './settings-fields.tsx'

const api = startFakeApi()
const shop = { id: 'shop', name: 'Barbearia do Largo', timeZone: 'America/Sao_Paulo' }
const settings: QueueSettings = {
  isOn: false,
  weekdays: [1, 2, 3, 4, 5, 6],
  opensAt: null,
  closesAt: null,
  maxLength: 20,
  callMinutes: 5,
  slidePositions: 2,
  maxSlides: 1,
  walkInShare: 0,
  version: 1,
  doorUrl: 'https://x.test/fila#door-key-1234567890',
  screenUrl: 'https://x.test/painel-da-loja#screen-key-123456',
}
const onClose = vi.fn()

async function open(change: Partial<QueueSettings> = {}, canEdit = true) {
  api.respond(queueSettingsApi.get, () => ({ settings: { ...settings, ...change } }))
  render(
    <QueryClientProvider client={createQueryClient()}>
      <TestRouter>
        <QueueSettingsDialog shop={shop} ownPlan={{ canEdit }} onClose={onClose} />
      </TestRouter>
    </QueryClientProvider>,
  )
  await screen.findByRole('button', { name: 'Regras', hidden: true })
}

const button = (name: string | RegExp) => screen.getByRole('button', { name, hidden: true })
const tap = (name: string | RegExp) => act(async () => fireEvent.click(button(name)))

beforeEach(() => onClose.mockClear())
afterEach(cleanup)

test('the queue is switched on with what suits most, in one tap and a save', async () => {
  await open()
  expect(screen.queryByText('Quando a fila abre')).toBeNull()
  await act(async () => fireEvent.click(screen.getByRole('checkbox', { hidden: true })))
  api.respond(queueSettingsApi.save, ({ body }) => ({ settings: { ...settings, ...(body as object), version: 2 } }))
  await tap(/^Dom/)
  await tap('Salvar')
  const { version: _, doorUrl: _door, screenUrl: _screen, ...rules } = settings
  expect(api.listRequests(queueSettingsApi.save)[0]?.body).toEqual({
    ...rules,
    isOn: true,
    weekdays: [1, 2, 3, 4, 5, 6, 0],
    version: 1,
  })
  await waitFor(() => expect(onClose).toHaveBeenCalled())
})

test('a queue without a day is not saved, and a page that is too old says so', async () => {
  await open({ isOn: true, weekdays: [1] })
  await tap(/^Seg/)
  expect(screen.getByText('Escolha pelo menos um dia.')).toBeTruthy()
  expect(button('Salvar').hasAttribute('disabled')).toBe(true)
  await tap(/^Ter/)
  api.respond(queueSettingsApi.save, () => apiError(409, 'EDIT_CONFLICT'))
  await tap('Salvar')
  expect(await screen.findByText('message of EDIT_CONFLICT')).toBeTruthy()
  expect(button('Salvar').hasAttribute('disabled')).toBe(true)
  api.respond(queueSettingsApi.get, () => ({ settings: { ...settings, isOn: true, weekdays: [5], version: 7 } }))
  await tap('Recarregar')
  await waitFor(() => expect(button(/^Sex/).getAttribute('aria-pressed')).toBe('true'))
  expect(button(/^Ter/).getAttribute('aria-pressed')).toBe('false')
})

test('without a plan that allows to edit, everything can be read', async () => {
  await open({ isOn: true }, false)
  expect(button('Salvar').hasAttribute('disabled')).toBe(true)
})

test('the link of the door is renewed after it was said what ends', async () => {
  await open({ isOn: true })
  await tap('Porta e tela')
  const door = within(screen.getByRole('region', { name: 'QR code da porta', hidden: true }))
  const poster = () => door.getByRole('link', { name: /PDF/, hidden: true }).getAttribute('href')
  expect(poster()).toBe('/posters/porta/door-key-1234567890.pdf')
  await act(async () => fireEvent.click(door.getByRole('button', { name: 'Trocar link', hidden: true })))
  expect(api.listRequests(queueSettingsApi.renewKey)).toEqual([])
  expect(door.getByText(/baixe e imprima o novo/)).toBeTruthy()
  api.respond(queueSettingsApi.renewKey, () => ({
    settings: { ...settings, isOn: true, doorUrl: 'https://x.test/fila#new-key-1234567890' },
  }))
  await act(async () => fireEvent.click(door.getByRole('button', { name: 'Trocar mesmo assim', hidden: true })))
  expect(api.listRequests(queueSettingsApi.renewKey)[0]?.body).toEqual({ key: 'door' })
  await waitFor(() => expect(poster()).toBe('/posters/porta/new-key-1234567890.pdf'))
})

test('the numbers show the promised and the real wait by hour, and say when there are none', async () => {
  const empty = { entries: 0, served: 0, lost: 0, medianWaitMin: null, promisesKept: null, byHour: [] }
  api.respond(queueSettingsApi.statistics, () => empty)
  await open({ isOn: true })
  await tap('Números')
  expect(await screen.findByText('Ninguém entrou na fila neste período.')).toBeTruthy()
  const hour = { hour: 14, entries: 8, lost: 2, promisedMin: 20, waitedMin: 25 }
  api.respond(queueSettingsApi.statistics, () => ({
    entries: 8,
    served: 6,
    lost: 2,
    medianWaitMin: 25,
    promisesKept: 67,
    byHour: [hour],
  }))
  await tap('7 dias')
  expect(await screen.findByText('2 (25%)')).toBeTruthy()
  const row = screen.getByRole('row', { name: /14h/, hidden: true })
  expect(row.textContent).toContain('prometida 20 min')
  expect(row.textContent).toContain('real 25 min')
})

test('the late rule in plain words', () => {
  const say = (change: Partial<QueueRules>) => describeLateRule({ ...settings, ...change })
  expect(say({})).toBe('Quem não aparece em 5 min volta 2 lugares; na segunda vez, sai.')
  expect(say({ slidePositions: 1, maxSlides: 5 })).toBe('Quem não aparece em 5 min volta 1 lugar; na sexta vez, sai.')
  expect(say({ maxSlides: 0, callMinutes: 3 })).toBe('Quem não aparece em 3 min sai da fila.')
})
