import { afterEach, expect, test, vi } from 'vitest'

const shown = vi.hoisted(() => vi.fn((_toast: { action: { onClick: () => void } }) => 1))
vi.mock('./toast.tsx', () => ({ showToast: shown, dismissToast: () => {} }))
vi.mock('../lib/session.ts', () => ({ getSession: () => ({}) }))

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const createWorker = () => Object.assign(new EventTarget(), { state: 'installed', postMessage: vi.fn() })

test('a screen that no user touches takes a new version by itself', async () => {
  vi.useFakeTimers()
  const waiting = createWorker()
  vi.stubGlobal('document', { activeElement: null, querySelectorAll: () => [], addEventListener: () => {} })
  vi.stubGlobal('window', { location: { pathname: '/painel-da-loja', reload: () => {} } })
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ waiting }) } })
  const { startApp } = await import('./app-updates.ts')
  await startApp(() => import('./install-offer.tsx'))
  vi.advanceTimersByTime(1_000)
  expect(waiting.postMessage).toHaveBeenCalledWith({ type: 'activate' })
  expect(shown).not.toHaveBeenCalled()
})

test('the tap takes the version that waits then, not the one that was offered', async () => {
  vi.useFakeTimers()
  const [offered, newest] = [createWorker(), createWorker()]
  const registration = { waiting: offered }
  const page = { activeElement: null, querySelectorAll: () => [], addEventListener: () => {} }
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', { location: { pathname: '/', reload: () => {} } })
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } })
  const { startApp } = await import('./app-updates.ts')
  await startApp(() => import('./install-offer.tsx'))
  vi.advanceTimersByTime(1_000)
  registration.waiting = newest
  shown.mock.lastCall?.[0].action.onClick()
  expect(offered.postMessage).not.toHaveBeenCalled()
  expect(newest.postMessage).toHaveBeenCalledWith({ type: 'activate' })
})
