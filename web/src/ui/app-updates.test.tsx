import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startApp } from './app-updates.ts'
import { Toasts } from './toast-region.tsx'

const createWorker = () => Object.assign(new EventTarget(), { state: 'installed', postMessage: vi.fn() })
const reload = vi.spyOn(window.location, 'reload').mockReturnValue()
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const update = () => screen.queryByRole('button', { name: 'Atualizar' })
const tap = () => act(async () => update()?.click())

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  screen.queryByRole('button', { name: 'Fechar aviso' })?.click()
  cleanup()
  history.replaceState(null, '', '/')
  reload.mockClear()
  vi.useRealTimers()
})

/** A page while a version of the app waits. */
async function openPage(registration: { waiting: ReturnType<typeof createWorker> }, path = '/') {
  history.replaceState(null, '', path)
  const container = { getRegistration: async () => registration }
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true })
  render(
    <>
      <Toasts />
      <input aria-label="Nome" />
    </>,
  )
  await startApp(() => import('./install-prompt.tsx'))
  await pass(1_000)
}

test('a screen that no user touches takes a new version by itself', async () => {
  const waiting = createWorker()
  await openPage({ waiting }, '/painel-da-loja')
  expect(waiting.postMessage).toHaveBeenCalledWith({ type: 'activate' })
  expect(update()).toBeNull()
})

test('the tap takes the version that waits then, not the one that was offered', async () => {
  const offered = createWorker()
  const newest = createWorker()
  const registration = { waiting: offered }
  await openPage(registration)
  registration.waiting = newest
  await tap()
  expect(offered.postMessage).not.toHaveBeenCalled()
  expect(newest.postMessage).toHaveBeenCalledWith({ type: 'activate' })
  // It does not become active, as while the one before has a response under way.
  await pass(3_900)
  expect(reload).not.toHaveBeenCalled()
  await pass(200)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('what the user began after the tap is not lost to a reload', async () => {
  const waiting = createWorker()
  await openPage({ waiting })
  await tap()
  screen.getByLabelText('Nome').focus()
  await pass(5_000)
  waiting.state = 'activated'
  waiting.dispatchEvent(new Event('statechange'))
  expect(reload).not.toHaveBeenCalled()
  screen.getByLabelText('Nome').blur()
  waiting.dispatchEvent(new Event('statechange'))
  expect(reload).toHaveBeenCalledTimes(1)
})
