import { waitFor } from '@testing-library/dom'
import { act, createContext, type ReactNode, Suspense, startTransition, use, useState } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lazyPart } from './after-paint.ts'
import './early-taps.ts'

beforeEach(() => {
  document.documentElement.dataset.released = ''
})
afterEach(() => {
  document.body.innerHTML = ''
})

/** React keeps the props of a hydrated element in a property with a random suffix. */
function hydrate(...selectors: string[]) {
  for (const element of selectors.flatMap((selector) => [...document.querySelectorAll(selector)]))
    Object.assign(element, { __reactProps$x1: {} })
}

/** The page as the server sent it, with a listener that stands for React's handler. */
function showPage(html: string, event = 'click') {
  document.body.innerHTML = `<main>${html}</main>`
  const control = document.querySelector('main > *') as HTMLInputElement
  const seen: string[] = []
  const listen = () => control.addEventListener(event, () => seen.push(control.value))
  return { control, seen, listen }
}

test('a tap before hydration is shown at once and repeated once', async () => {
  const { control, seen, listen } = showPage('<button type="button">Livre hoje</button>')
  control.click()
  control.click()
  expect(control.hasAttribute('data-tapped')).toBe(true)
  listen()
  hydrate('button', 'main')
  await waitFor(() => expect(seen).toHaveLength(1))
  expect(control.hasAttribute('data-tapped')).toBe(false)
  control.click()
  expect(seen).toHaveLength(2)
})

test('a tap on a control that does not know the session yet waits for it', async () => {
  delete document.documentElement.dataset.released
  const { control, seen, listen } = showPage('<button type="button">Favoritar</button>')
  listen()
  hydrate('button', 'main')
  control.click()
  expect(control.hasAttribute('data-tapped')).toBe(true)
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(seen).toEqual([])
  document.documentElement.dataset.released = ''
  await waitFor(() => expect(seen).toHaveLength(1))
})

test('what is shown instead of a page takes taps at once', () => {
  delete document.documentElement.dataset.released
  const { control, seen, listen } = showPage('<button type="button">Tentar novamente</button>')
  document.querySelector('main')?.replaceWith(control)
  listen()
  hydrate('button')
  control.click()
  expect(seen).toHaveLength(1)
})

test('taps are repeated in their order, and none of an element that is gone', async () => {
  showPage('<button id="a"></button><button id="b"></button><button id="c"></button>')
  const order: string[] = []
  for (const id of ['b', 'c', 'a']) document.getElementById(id)?.click()
  document.getElementById('c')?.remove()
  for (const button of document.querySelectorAll('button'))
    button.addEventListener('click', () => order.push(button.id))
  hydrate('button', 'main')
  await waitFor(() => expect(order).toEqual(['b', 'a']))
})

test('a choice stays as the page shows it until the page can react', async () => {
  const { control, seen, listen } = showPage('<input type="radio" value="09:30">')
  control.click()
  expect(control.checked).toBe(false)
  listen()
  hydrate('input', 'main')
  await waitFor(() => expect(seen).toEqual(['09:30']))
  expect(control.checked).toBe(true)
})

test('text that was typed before is reported with its last value', async () => {
  const { control, seen, listen } = showPage('<input type="text">', 'input')
  for (const value of ['na', 'navalha']) {
    control.value = value
    control.dispatchEvent(new Event('input', { bubbles: true }))
  }
  listen()
  hydrate('input', 'main')
  await waitFor(() => expect(seen).toEqual(['navalha']))
})

test('text survives a rendering that empties its field before it is reported', async () => {
  const { control, seen, listen } = showPage('<input type="text">', 'input')
  control.value = 'Beto'
  control.dispatchEvent(new Event('input', { bubbles: true }))
  listen()
  hydrate('input', 'main')
  control.value = ''
  await waitFor(() => expect(seen).toEqual(['Beto']))
})

test('what is typed while its field is about to be reported is kept', async () => {
  const { control, seen, listen } = showPage('<input type="text">', 'input')
  control.value = 'Be'
  control.dispatchEvent(new Event('input', { bubbles: true }))
  hydrate('input', 'main')
  control.value = 'Beto'
  listen()
  await waitFor(() => expect(seen).toEqual(['Beto']))
})

test('links work without the page, and controls of other libraries once it is interactive', () => {
  const link = showPage('<a href="#x">Detalhes</a>')
  const click = new MouseEvent('click', { bubbles: true, cancelable: true })
  link.control.dispatchEvent(click)
  expect(click.defaultPrevented).toBe(false)
  const foreign = showPage('<button type="button">+</button>')
  hydrate('main')
  foreign.listen()
  foreign.control.click()
  expect(foreign.seen).toHaveLength(1)
})

test('a control whose code comes after that of the page waits for it', async () => {
  showPage('<div data-late><button type="button">Até 5km</button></div>')
  hydrate('main')
  const button = document.querySelector('button') as HTMLButtonElement
  button.click()
  let clicks = 0
  button.addEventListener('click', () => clicks++)
  hydrate('button')
  await waitFor(() => expect(clicks).toBe(1))
})

const PageContext = createContext('home')
const Links = () => (
  <footer className="wide">
    <a href="/sobre">Sobre {use(PageContext)}</a>
  </footer>
)

/** A page that navigates as the router does, with a part in a boundary of its own. */
function createPage(part: ReactNode) {
  return function Page() {
    const [name, setName] = useState('home')
    return (
      <PageContext value={name}>
        <button type="button" onClick={() => startTransition(() => setName('details'))}>
          {name}
        </button>
        <Suspense>{part}</Suspense>
      </PageContext>
    )
  }
}

test('a part whose file cannot be loaded keeps the HTML of the server, and the page goes on', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const report = vi.fn()
  const Late = lazyPart<object>(() => Promise.reject(new Error('offline')), 'footer')
  const frame = document.createElement('div')
  const Sent = createPage(<Links />)
  frame.innerHTML = renderToString(<Sent />)
  const Page = createPage(<Late />)
  const root = await act(async () => hydrateRoot(frame, <Page />, { onRecoverableError: report }))
  const footer = frame.querySelector('footer')
  expect(footer?.outerHTML).toBe('<footer class="wide"><a href="/sobre">Sobre <!-- -->home</a></footer>')
  await act(async () => frame.querySelector('button')?.click())
  expect(frame.querySelector('button')?.textContent).toBe('details')
  expect(frame.querySelector('footer')).toBe(footer)
  expect(report).not.toHaveBeenCalled()
  expect(warn).toHaveBeenCalledOnce()
  await act(async () => root.unmount())
  warn.mockRestore()
  vi.unstubAllGlobals()
})

test('without a network a part that was loaded before is there with the first rendering, and stays the same element', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('navigator', { onLine: false })
  const Part = lazyPart<object>(async () => () => <footer>{useState('kept')[0]}</footer>, 'footer')
  await Part.preloadOffline()
  const frame = document.createElement('div')
  const root = createRoot(frame)
  act(() => root.render(<Suspense fallback="loading">{<Part />}</Suspense>))
  const footer = frame.querySelector('footer')
  expect(footer?.outerHTML).toBe('<footer>kept</footer>')
  await act(async () => root.render(<Suspense fallback="loading">{<Part />}</Suspense>))
  expect(frame.querySelector('footer')).toBe(footer)
  await act(async () => root.unmount())
  vi.unstubAllGlobals()
})

test('a part that is loaded while it is shown stays mounted', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const Part = lazyPart<object>(async () => () => <footer />, 'footer')
  const frame = document.createElement('div')
  const root = createRoot(frame)
  await act(async () => root.render(<Suspense>{<Part />}</Suspense>))
  const footer = frame.querySelector('footer')
  await act(async () => root.render(<Suspense>{<Part />}</Suspense>))
  expect(footer).not.toBeNull()
  expect(frame.querySelector('footer')).toBe(footer)
  await act(async () => root.unmount())
  vi.unstubAllGlobals()
})

test('a preloaded part is there with its first rendering; after a failure it is loaded when it is rendered', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const load = vi.fn(async () => () => <footer />)
  load.mockRejectedValueOnce(new Error('offline'))
  const Part = lazyPart<object>(load, 'aside')
  const frame = document.createElement('div')
  await Part.preload()
  const first = createRoot(frame)
  await act(async () => first.render(<Suspense fallback="loading">{<Part />}</Suspense>))
  expect(frame.innerHTML).toBe('<footer></footer>')
  await act(async () => first.unmount())
  await Part.preload()
  const root = createRoot(frame)
  act(() => root.render(<Suspense fallback="loading">{<Part />}</Suspense>))
  expect(frame.innerHTML).toBe('<footer></footer>')
  await act(async () => root.unmount())
  vi.unstubAllGlobals()
})
