import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useSharedItems } from './query-client.ts'

const toItem = (id: string, price = 4000) => ({ id, services: [{ price }] })

test('equal items of another response are the same objects, in another place and after an empty list too', () => {
  const first = [toItem('a'), toItem('b'), toItem('c')]
  const { result, rerender } = renderHook(({ items }) => useSharedItems(items), { initialProps: { items: first } })
  rerender({ items: [] })
  rerender({ items: [toItem('c'), toItem('a', 5000), toItem('d')] })
  expect(result.current.map(({ id }) => id)).toEqual(['c', 'a', 'd'])
  expect(result.current[0]).toBe(first[2])
  expect(result.current[1]).toEqual(toItem('a', 5000))
})
