import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { MonthGrid } from './month-grid.tsx'

afterEach(cleanup)

test('a month has its weeks from Sunday on [9.8]', () => {
  render(
    <MonthGrid
      month="2026-11"
      onMonthChange={() => {}}
      today="2026-11-24"
      selected={undefined}
      onSelect={() => {}}
      marked={[]}
      markLabel=""
    />,
  )
  expect(screen.getAllByRole('columnheader', { hidden: true }).map(({ textContent }) => textContent)).toEqual([
    'Dom',
    'Seg',
    'Ter',
    'Qua',
    'Qui',
    'Sex',
    'Sáb',
  ])
})
