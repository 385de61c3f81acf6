import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { dismissOldToast, dismissToast, showToast } from './toast.tsx'
import { Toasts } from './toast-region.tsx'

afterEach(cleanup)

function show(title: string) {
  let id = 0
  act(() => {
    id = showToast({ tone: 'success', title })
  })
  return id
}

const region = () => screen.getByRole('status', { name: 'Avisos' })

test('a toast replaces the one before, and only itself can be dismissed', () => {
  render(<Toasts />)
  const first = show('Primeiro')
  const second = show('Segundo')
  expect(region().textContent).toBe('Segundo')
  act(() => dismissToast(first))
  expect(region().textContent).toBe('Segundo')
  act(() => dismissToast(second))
  expect(region().textContent).toBe('')
})

test('navigation removes a toast that was there before the last input, and keeps the one that it led to', () => {
  render(<Toasts />)
  show('Perfil atualizado')
  fireEvent.pointerDown(document.body)
  act(dismissOldToast)
  expect(region().textContent).toBe('')
  fireEvent.keyDown(document.body)
  show('Agendamento remarcado!')
  act(dismissOldToast)
  expect(region().textContent).toBe('Agendamento remarcado!')
})

test('a toast appears on the half of a wide screen away from the input, and away from the top of a new page', () => {
  render(<Toasts />)
  fireEvent.pointerDown(document.body, { clientY: 30 })
  show('Adicionado aos favoritos!')
  expect(region().className).toContain('bottom-18')
  fireEvent.pointerDown(document.body, { clientY: window.innerHeight - 30 })
  show('Agendamento cancelado')
  expect(region().className).not.toContain('bottom-18')
  act(dismissOldToast)
  expect(region().className).toContain('bottom-18')
})

test('a toast of a phone is at the top, below what was tapped there', () => {
  render(<Toasts />)
  fireEvent.pointerDown(document.body, { clientY: 300 })
  show('Link copiado')
  expect(region().className).not.toContain('top-28')
  fireEvent.pointerDown(document.body, { clientY: 30 })
  show('Adicionado aos favoritos!')
  expect(region().className).toContain('top-28')
  act(dismissOldToast)
  expect(region().className).not.toContain('top-28')
})
