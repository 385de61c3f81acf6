import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { formatAsOf, StaleNotice } from './stale-notice.tsx'

const zone = 'America/Sao_Paulo'
const at = (instant: string) => Date.parse(instant)

test.each([
  ['às 10h12', '2026-03-11T13:12:00Z', '2026-03-11T20:00:00Z'],
  ['às 9h', '2026-03-11T12:00:00Z', '2026-03-11T20:00:00Z'],
  // 23:30 on the day before, in São Paulo.
  ['em 10/03/2026 às 23h30', '2026-03-11T02:30:00Z', '2026-03-11T12:00:00Z'],
  ['em 28/02/2026 às 10h12', '2026-02-28T13:12:00Z', '2026-03-11T12:00:00Z'],
])('%s', (text, updatedAt, now) => {
  expect(formatAsOf(at(updatedAt), new Date(now), zone)).toBe(text)
})

test('its region exists before there is anything to announce', () => {
  render(<StaleNotice of={{ dataUpdatedAt: 1, error: null, failureReason: null }} />)
  expect(screen.getByRole('status').className).not.toMatch(/hidden/)
})
