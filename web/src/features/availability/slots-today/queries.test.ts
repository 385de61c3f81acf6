import { availabilityApi } from '@na-regua/contract/availability'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { startFakeApi } from '../../../../test/fake-api.ts'
import { slotsTodayQuery } from './queries.ts'

const api = startFakeApi()

test('times are of a service at the prices of the list', async () => {
  api.respond(availabilityApi.slotsToday, () => ({ freeTimes: [] }))
  const list = { service: 'corte', priceMin: 3000, priceMax: 5000, ratingMin: 4 }
  await new QueryClient().fetchQuery(slotsTodayQuery(['a', 'b'], list))
  const [request] = api.listRequests(availabilityApi.slotsToday)
  const sent = Object.fromEntries(new URLSearchParams(request?.url.split('?')[1]))
  expect(sent).toEqual({ ids: 'a,b', service: 'corte', priceMin: '3000', priceMax: '5000' })
})
