import { cleanup, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { lazyPart } from './lazy-part.ts'

afterEach(cleanup)

const Missing = () => <p>missing</p>

test('a part is shown when its file is loaded', async () => {
  const Part = lazyPart(async () => () => <p>loaded</p>, Missing)
  render(
    <Suspense fallback="loading">
      <Part />
    </Suspense>,
  )
  expect(screen.getByText('loading')).toBeDefined()
  expect(await screen.findByText('loaded')).toBeDefined()
})

test('where its file cannot be loaded, the page goes on with what stands for it', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const Part = lazyPart(() => Promise.reject(new Error('offline')), Missing)
  render(
    <Suspense>
      <Part />
    </Suspense>,
  )
  expect(await screen.findByText('missing')).toBeDefined()
  expect(warn).toHaveBeenCalledOnce()
  warn.mockRestore()
})
