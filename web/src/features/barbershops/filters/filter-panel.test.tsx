import { barbershopsApi } from '@na-regua/contract/barbershops'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { startFakeApi } from '../../../../test/fake-api.ts'
import { FilterPanel } from './filter-panel.tsx'
import { parseFilters } from './rules.ts'
import { useFilterOptions } from './use-filters.ts'

const api = startFakeApi()
afterEach(cleanup)

function Panel() {
  return <FilterPanel {...useFilterOptions()} filters={parseFilters(new URLSearchParams())} onChange={vi.fn()} />
}

test('filters that fail to load are logged once, and a retry loads them', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  api.respond(barbershopsApi.filters, () => Response.json({ code: 'INTERNAL' }, { status: 500 }))
  const client = new QueryClient({ defaultOptions: { queries: { retry: 1, retryDelay: 1 } } })
  render(
    <QueryClientProvider client={client}>
      <Panel />
    </QueryClientProvider>,
  )
  const retry = await screen.findByRole('button', { name: 'Tentar novamente' })
  expect(api.listRequests(barbershopsApi.filters)).toHaveLength(2)
  expect(warn).toHaveBeenCalledTimes(1)
  api.respond(barbershopsApi.filters, () => ({
    distances: [{ value: 5, label: 'Até 5km' }],
    ratings: [],
    priceRanges: [],
    features: [{ id: 1, name: 'Wi-Fi' }],
  }))
  fireEvent.click(retry)
  expect(await screen.findByText('Wi-Fi')).toBeDefined()
  expect(warn).toHaveBeenCalledTimes(1)
  warn.mockRestore()
})
