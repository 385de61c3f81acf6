import { fireEvent } from '@testing-library/react'
import { expect, test } from 'vitest'
import { markLoaded } from './images.ts'

test('an image gets its light ground once it is there, so that nothing flashes before', () => {
  const image = document.createElement('img')
  // The test environment loads no images: each is complete.
  Object.defineProperty(image, 'complete', { value: false })
  markLoaded(image)
  expect(image.hasAttribute('data-loaded')).toBe(false)
  fireEvent.load(image)
  expect(image.hasAttribute('data-loaded')).toBe(true)
})
