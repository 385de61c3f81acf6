import type { Service } from '@na-regua/contract/barbershops'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { sampleBarbershop } from '../../../../test/samples.ts'
import { ServicePicker } from './service-picker.tsx'

afterEach(cleanup)

const [sample] = sampleBarbershop.services as [Service]
const createServices = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...sample, id: `s${index}`, name: `Serviço ${index}` }))

function Picker({ services }: { services: readonly Service[] }) {
  const [chosenIds, setChosenIds] = useState<string[]>([])
  return (
    <form onSubmit={() => expect.unreachable('Enter in the search submits nothing')}>
      <ServicePicker services={services} chosenIds={chosenIds} onChange={setChosenIds} freeMin={20} />
    </form>
  )
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

test('a short list has no search; what takes longer than the gap says so', () => {
  render(<Picker services={createServices(2)} />)
  expect(screen.queryByLabelText('Buscar serviço')).toBeNull()
  const row = screen.getByRole('button', { name: /Serviço 1/ })
  expect(row.textContent).toMatch(/^Serviço 1não cabe nos 20 min livres30 minR\$\s45,00$/)
  fireEvent.click(row)
  expect(row.getAttribute('aria-pressed')).toBe('true')
})

test('of a long list a search finds one, Enter chooses it, and what is chosen stays in view', async () => {
  render(<Picker services={createServices(80)} />)
  const search = screen.getByLabelText('Buscar serviço')
  fireEvent.change(search, { target: { value: 'servico 79' } })
  expect(await screen.findByRole('button', { name: /^Serviço 79/ })).toBeTruthy()
  fireEvent.keyDown(search, { key: 'Enter' })
  fireEvent.change(search, { target: { value: 'nada' } })
  expect(await screen.findByText('Nenhum serviço com esse nome.')).toBeTruthy()
  const chosen = within(screen.getByRole('list', { name: 'Escolhidos' }))
  expect(chosen.getByText('Serviço 79')).toBeTruthy()
  press('Tirar Serviço 79')
  expect(screen.queryByRole('list', { name: 'Escolhidos' })).toBeNull()
})

test('no more than an appointment can have are chosen', () => {
  render(<Picker services={createServices(6)} />)
  for (const index of [0, 1, 2, 3, 4]) press(new RegExp(`Serviço ${index}`))
  expect(screen.getByText('No máximo 5 serviços de uma vez.')).toBeTruthy()
  expect(screen.getByRole('button', { name: /Serviço 5/ }).hasAttribute('disabled')).toBe(true)
})
