import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useLinkedElement } from './use-url-hash.ts'

const scrolls = vi.fn()

beforeEach(() => {
  scrolls.mockClear()
  // The test's DOM has no layout.
  Element.prototype.scrollIntoView = scrolls
  Element.prototype.checkVisibility = () => true
})
afterEach(cleanup)

function LinkedPage({ isLoaded = true }: { isLoaded?: boolean }) {
  useLinkedElement()
  return isLoaded ? <article id="cartao-1" tabIndex={-1} /> : null
}

const openEntry = (key: string) => window.history.pushState({ key }, '', '/agenda#cartao-1')

test('the element of the hash is shown and focused once it is loaded', () => {
  openEntry('a')
  const { rerender } = render(<LinkedPage isLoaded={false} />)
  expect(scrolls).not.toHaveBeenCalled()
  rerender(<LinkedPage />)
  expect(scrolls).toHaveBeenCalledTimes(1)
  expect(document.activeElement?.id).toBe('cartao-1')
  rerender(<LinkedPage />)
  expect(scrolls).toHaveBeenCalledTimes(1)
})

test('Back to an entry does not scroll again, a new entry with the same hash does', () => {
  openEntry('b')
  render(<LinkedPage />).unmount()
  expect(scrolls).toHaveBeenCalledTimes(1)
  // Another page and Back: the page is mounted again in the same entry.
  render(<LinkedPage />).unmount()
  expect(scrolls).toHaveBeenCalledTimes(1)
  openEntry('c')
  render(<LinkedPage />)
  expect(scrolls).toHaveBeenCalledTimes(2)
})
