import { expect, test } from 'vitest'
import { toViewParams } from './status-tabs.tsx'

test.each([
  ['ver=dia&dia=2026-03-12', 'lista', 'ver=lista&date=2026-03-12'],
  ['ver=lista&status=pending&date=2026-03-12&page=3', 'dia', 'ver=dia&dia=2026-03-12'],
  ['dia=2026-03-12', 'hoje', 'ver=hoje&dia=2026-03-12'],
  ['ver=dia', 'lista', 'ver=lista'],
  ['ver=dia&dia=2026-03-12&barbeiro=b1', 'semana', 'ver=semana&dia=2026-03-12&barbeiro=b1'],
  ['ver=semana&dia=2026-03-12&barbeiro=b1', 'dia', 'ver=dia&dia=2026-03-12&barbeiro=b1'],
  ['ver=semana&dia=2026-03-12&barbeiro=b1', 'lista', 'ver=lista&date=2026-03-12'],
])('%s as %s is %s', (from, view, to) => {
  expect(toViewParams(new URLSearchParams(from), view).toString()).toBe(to)
})
