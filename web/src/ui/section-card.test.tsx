import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SectionCard } from './section-card.tsx'

const scrollIntoView = vi.fn()

beforeEach(() => {
  // jsdom has no layout to scroll.
  Element.prototype.scrollIntoView = scrollIntoView
})
afterEach(() => {
  cleanup()
  window.location.hash = ''
  vi.clearAllMocks()
})

const isOpen = (name: string) => screen.getByRole('region', { name }).querySelector('details')?.open

function showSections() {
  render(
    <>
      <SectionCard id="um" title="Um" isOpen>
        um
      </SectionCard>
      <SectionCard id="dois" title="Dois">
        dois
      </SectionCard>
    </>,
  )
}

test('a section is closed until it is tapped, but for one that is open from the start', () => {
  showSections()
  expect([isOpen('Um'), isOpen('Dois')]).toEqual([true, false])
  expect(scrollIntoView).not.toHaveBeenCalled()
})

test('a link opens its section, scrolls to it and focuses it', async () => {
  window.location.hash = '#dois'
  showSections()
  expect([isOpen('Um'), isOpen('Dois')]).toEqual([true, true])
  expect(scrollIntoView).toHaveBeenCalledOnce()
  expect(document.activeElement?.textContent).toBe('Dois')
})

test('a link that is followed on the page itself does too', async () => {
  showSections()
  await act(async () => {
    window.location.hash = '#dois'
    await new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }))
  })
  expect(isOpen('Dois')).toBe(true)
})
