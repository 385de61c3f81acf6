import { expect, test } from 'vitest'
import { pagesAround } from './pagination.tsx'

test('at most five pages stand around the current one, and never beyond the ends', () => {
  expect(pagesAround(1, 9)).toEqual([1, 2, 3, 4, 5])
  expect(pagesAround(5, 9)).toEqual([3, 4, 5, 6, 7])
  expect(pagesAround(9, 9)).toEqual([5, 6, 7, 8, 9])
  expect(pagesAround(2, 3)).toEqual([1, 2, 3])
})
