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

/** A page to which a version was offered. `page.activeElement` is what has the focus. */
async function openPageWithOffer(registration: { waiting: ReturnType<typeof createWorker> }) {
  vi.useFakeTimers()
  const reload = vi.fn()
  const page = { activeElement: null as unknown, querySelectorAll: () => [], addEventListener: () => {} }
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', { location: { pathname: '/', reload } })
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } })
  const { startApp } = await import('./app-updates.ts')
  await startApp(() => import('./install-offer.tsx'))
  vi.advanceTimersByTime(1_000)
  return { page, reload, tap: () => shown.mock.lastCall?.[0].action.onClick() }
}

test('the tap takes the version that waits then, not the one that was offered', async () => {
  const offered = createWorker()
  const newest = createWorker()
  const registration = { waiting: offered }
  const { reload, tap } = await openPageWithOffer(registration)
  registration.waiting = newest
  tap()
  expect(offered.postMessage).not.toHaveBeenCalled()
  expect(newest.postMessage).toHaveBeenCalledWith({ type: 'activate' })
  // It does not become active, as while the one before has a response under way.
  vi.advanceTimersByTime(3_900)
  expect(reload).not.toHaveBeenCalled()
  vi.advanceTimersByTime(200)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('what the user began after the tap is not lost to a reload', async () => {
  const waiting = createWorker()
  const { page, reload, tap } = await openPageWithOffer({ waiting })
  tap()
  page.activeElement = { matches: () => true }
  vi.advanceTimersByTime(5_000)
  waiting.state = 'activated'
  waiting.dispatchEvent(new Event('statechange'))
  expect(reload).not.toHaveBeenCalled()
  page.activeElement = null
  waiting.dispatchEvent(new Event('statechange'))
  expect(reload).toHaveBeenCalledTimes(1)
})
