import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  addDay,
  findInstallWay,
  InstallDialog,
  InstallOffer,
  isInstallPromptNear,
  isPromptDue,
  promptStaff,
} from './install-prompt.tsx'

const now = new Date('2026-11-22T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString()

const prompts = window as Window & { installPrompt?: unknown }

beforeEach(() => {
  vi.useFakeTimers({ now })
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: false } as MediaQueryList)
})
afterEach(() => {
  cleanup()
  document.body.innerHTML = ''
  localStorage.clear()
  delete prompts.installPrompt
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const wait = () => act(() => vi.advanceTimersByTimeAsync(2_000))
const shownPrompt = () => screen.queryByRole('region', { name: 'Na Régua na sua tela inicial' })

test('a prompt is due after a booking, from the third day as staff, and never within 90 days of the last', () => {
  expect(isPromptDue({ days: [] }, 'booking', now)).toBe(true)
  expect(isPromptDue({ days: ['a', 'b'] }, 'staff', now)).toBe(false)
  expect(isPromptDue({ days: ['a', 'b', 'c'] }, 'staff', now)).toBe(true)
  for (const reason of ['booking', 'staff'] as const) {
    expect(isPromptDue({ days: ['a', 'b', 'c'], promptedAt: daysAgo(89) }, reason, now)).toBe(false)
    expect(isPromptDue({ days: ['a', 'b', 'c'], promptedAt: daysAgo(91) }, reason, now)).toBe(true)
  }
})

test('nothing else is offered on the day of a prompt, or while one is due', () => {
  expect(isInstallPromptNear('booking', now)).toBe(false)
  prompts.installPrompt = {}
  expect([isInstallPromptNear('booking', now), isInstallPromptNear('staff', now)]).toEqual([true, false])
  localStorage.setItem('installPrompt', JSON.stringify({ days: ['a', 'b', 'c'], promptedAt: daysAgo(0.5) }))
  expect(isInstallPromptNear('staff', now)).toBe(true)
  localStorage.setItem('installPrompt', JSON.stringify({ days: ['a', 'b', 'c'], promptedAt: daysAgo(2) }))
  expect(isInstallPromptNear('staff', now)).toBe(false)
})

test('a day counts once, and three are enough', () => {
  const once = addDay(addDay({ days: [] }, now), now)
  expect(once.days).toHaveLength(1)
  expect(addDay({ days: ['a', 'b', 'c'] }, now).days).toEqual(['a', 'b', 'c'])
})

test('nothing is offered where the app is installed already or cannot be installed', () => {
  expect(findInstallWay()).toBeUndefined()
  prompts.installPrompt = {}
  expect(findInstallWay()).toBe('prompt')
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList)
  expect(findInstallWay()).toBeUndefined()
})

test('after a booking the browser prompts once; dismissed, the prompt does not come back', async () => {
  const prompt = vi.fn(async () => ({ outcome: 'accepted' }))
  prompts.installPrompt = { prompt }
  const { unmount } = render(<InstallOffer />)
  expect(shownPrompt()).not.toBeNull()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Instalar' })))
  expect(prompt).toHaveBeenCalledOnce()
  expect(shownPrompt()).toBeNull()
  prompts.installPrompt = { prompt }
  unmount()
  render(<InstallOffer />)
  expect(shownPrompt()).toBeNull()
})

test('a form in the page puts the prompt off without using it up', async () => {
  prompts.installPrompt = {}
  document.body.innerHTML = '<main><form>…</form></main>'
  document.querySelector('form')?.setAttribute('style', 'display:block')
  vi.spyOn(Element.prototype, 'checkVisibility').mockReturnValue(true)
  localStorage.setItem('installPrompt', JSON.stringify({ days: ['a', 'b', 'c'] }))
  promptStaff()
  await wait()
  expect(shownPrompt()).toBeNull()
  expect(localStorage.getItem('installPrompt')).not.toContain('promptedAt')
})

test('staff are offered it on the third day', async () => {
  prompts.installPrompt = {}
  for (const day of [22, 22, 23]) {
    vi.setSystemTime(`2026-11-${day}T12:00:00Z`)
    promptStaff()
    await wait()
    expect(shownPrompt()).toBeNull()
  }
  vi.setSystemTime('2026-11-30T12:00:00Z')
  promptStaff()
  await wait()
  expect(shownPrompt()).not.toBeNull()
})

test('on iOS the steps are drawn, because only its share menu installs', () => {
  const close = vi.fn()
  render(<InstallDialog way="share" onClose={close} />)
  expect(screen.queryByRole('list')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Como instalar' }))
  expect(screen.getByRole('list').textContent).toContain('Adicionar à Tela de Início')
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
  fireEvent.click(screen.getByRole('button', { name: 'Entendi' }))
  expect(close).toHaveBeenCalledOnce()
})
