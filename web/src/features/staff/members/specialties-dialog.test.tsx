import { membersApi, type StaffMember } from '@na-regua/contract/members'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { startFakeApi } from '../../../../test/fake-api.ts'
import { createQueryClient } from '../../../lib/query-client.ts'
import { SpecialtiesDialog } from './specialties-dialog.tsx'

const api = startFakeApi()
afterEach(cleanup)

const member = { id: 'rui', name: 'Rui Prado', specialties: [] as string[] } as StaffMember

test('the search for specialties needs a text, and requests only the last of what is typed in a row [5.2]', async () => {
  api.respond(membersApi.searchSpecialties, () => ({ specialties: [{ id: 'd', name: 'Degradê' }] }))
  const element = <SpecialtiesDialog member={member} onClose={() => {}} />
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element }])} />
    </QueryClientProvider>,
  )
  const field = screen.getByLabelText('Procurar especialidade')
  for (const value of [' ', 'd', 'de', 'deg']) fireEvent.change(field, { target: { value } })
  await screen.findByRole('button', { name: 'Degradê' })
  const searched = api
    .listRequests(membersApi.searchSpecialties)
    .map(({ url }) => new URL(url, 'http://x').searchParams.get('q'))
  expect(searched).toEqual(['deg'])
})
