import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { BarbershopChoice, useChosenBarbershop } from './own-parts.tsx'

const shops = ['Navalha', 'Largo'].map((name) => ({ id: name.toLowerCase(), name }))

afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

function Page({ own = shops }: { own?: typeof shops }) {
  const shop = useChosenBarbershop(own)
  return (
    <>
      <h1>{shop?.name}</h1>
      <BarbershopChoice shops={own} value={shop?.id} />
    </>
  )
}

const title = () => screen.getByRole('heading').textContent

test('the barbershop that was chosen on one page is that of the next one', () => {
  render(<Page />)
  expect(title()).toBe('Navalha')
  fireEvent.change(screen.getByLabelText('Barbearia'), { target: { value: 'largo' } })
  expect(title()).toBe('Largo')
  cleanup()
  render(<Page />)
  expect(title()).toBe('Largo')
})

test('who does not work in the chosen barbershop is in the first one, with nothing to choose from', () => {
  render(<Page own={[{ id: 'praca', name: 'Praça' }]} />)
  expect(title()).toBe('Praça')
  expect(screen.queryByLabelText('Barbearia')).toBeNull()
})
