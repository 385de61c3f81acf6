import { type Series, seriesApi } from '@na-regua/contract/series'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startFakeApi } from '../../../../test/fake-api.ts'
import { sampleUser } from '../../../../test/samples.ts'
import { createQueryClient } from '../../../lib/query-client.ts'
import { closeSession, openSession } from '../../../lib/session.ts'
import { OwnSeries } from './series-card.tsx'

const series: Series = {
  id: 'friday',
  version: 1,
  status: 'ACTIVE',
  endedBecause: null,
  isSuspended: false,
  dates: [],
  intervalWeeks: 1,
  weekday: 5,
  time: '18:00',
  timeZone: 'America/Sao_Paulo',
  priceCents: 4500,
  serviceName: 'Corte',
  barber: { id: 'rui', name: 'Rui' },
  barbershop: { id: 'shop', name: 'Largo' },
  customerName: 'Davi',
}
const saturday: Series = { ...series, id: 'saturday', weekday: 6, barbershop: { id: 'other', name: 'Navalha' } }

const api = startFakeApi()
beforeEach(() => openSession({ user: sampleUser, token: 'token' }))
afterEach(() => {
  cleanup()
  closeSession()
})

/** Each row of the card, once it is loaded. */
async function renderRows(...list: Series[]) {
  api.respond(seriesApi.list, () => ({ series: list }))
  render(
    <QueryClientProvider client={createQueryClient()}>
      <OwnSeries />
    </QueryClientProvider>,
  )
  return (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)
}

const note = 'A barbearia não está recebendo agendamentos agora; seu horário fixo continua quando ela voltar.'

test('only a standing appointment that is suspended with its barbershop says so, without being opened', async () => {
  const [friday, other] = await renderRows({ ...series, isSuspended: true }, saturday)
  expect(friday).toBe(`Toda sexta, 18hCorte com Rui, Largo${note}`)
  expect(other).toBe('Todo sábado, 18hCorte com Rui, Navalha')
})

test('a suspended one is not called paused, nor a paused one suspended', async () => {
  const [friday] = await renderRows({ ...series, isSuspended: true })
  expect(friday).not.toContain('Em pausa')
  cleanup()
  const [paused] = await renderRows({ ...series, status: 'PAUSED' })
  expect(paused).toContain('Em pausa')
  expect(paused).not.toContain(note)
})
