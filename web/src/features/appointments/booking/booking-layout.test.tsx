import { cleanup, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { Confirmation } from './booking-layout.tsx'

afterEach(cleanup)

const confirmation = (isLoggedIn: boolean | undefined) => (
  <Confirmation
    label="Confirmar agendamento"
    failure="Erro ao criar agendamento"
    isLoggedIn={isLoggedIn}
    missing={undefined}
    isBusy={false}
    error={undefined}
    onConfirm={() => undefined}
  />
)

test('without a session the button says so, and is disabled', () => {
  render(confirmation(false))
  const [button, ...others] = screen.getAllByRole<HTMLButtonElement>('button')
  expect([button?.textContent, button?.disabled, others]).toEqual(['Faça Login para Agendar', true, []])
})

test('with a session it confirms', () => {
  render(confirmation(true))
  const [button, ...others] = screen.getAllByRole<HTMLButtonElement>('button')
  expect([button?.textContent, button?.disabled, others]).toEqual(['Confirmar agendamento', false, []])
})

test('the HTML of the server shows the one of a browser with a session, or the other', () => {
  document.body.innerHTML = renderToString(confirmation(undefined))
  const shownBy = (name: string) =>
    screen.getAllByRole<HTMLButtonElement>('button').find(({ textContent }) => textContent === name)
  const login = shownBy('Faça Login para Agendar')
  expect([login?.disabled, login?.parentElement?.className]).toEqual([true, 'in-data-[session=open]:hidden'])
  const confirm = shownBy('Confirmar agendamento')
  expect([confirm?.disabled, confirm?.parentElement?.className]).toEqual([false, 'hidden in-data-[session=open]:block'])
})
