import { rolesApi } from '@na-regua/contract/roles'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { startFakeApi } from '../../../../test/fake-api.ts'
import { createQueryClient } from '../../../lib/query-client.ts'
import { PhoneReaders } from './phone-readers.tsx'

const api = startFakeApi()
afterEach(cleanup)

test('the owner chooses for each role who reads all phones', async () => {
  const bodies: unknown[] = []
  api.respond(rolesApi.setPhoneReaders, async ({ body }) => {
    bodies.push(body)
    return body
  })
  const barbershop = { id: 'shop', name: 'Régua' }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PhoneReaders readers={[{ receptionists: true, barbers: false, barbershop }]} />
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('checkbox', { name: 'Os barbeiros' }))
  await waitFor(() => expect(bodies).toEqual([{ receptionists: true, barbers: true }]))
})
