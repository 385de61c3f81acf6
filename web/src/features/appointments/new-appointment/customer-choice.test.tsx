import { customersApi } from '@na-regua/contract/customers'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { startFakeApi } from '../../../../test/fake-api.ts'
import { createQueryClient } from '../../../lib/query-client.ts'
import { CustomerChoice } from './customer-choice.tsx'
import { noCustomer } from './rules.ts'

const api = startFakeApi()
const nilo = { id: 'nilo', name: 'Nilo Prado', phone: '62955554444', isBlocked: false, lastVisits: [] }

afterEach(cleanup)

function Fields() {
  const [value, setValue] = useState(noCustomer)
  return <CustomerChoice barbershopId="shop" timeZone="America/Sao_Paulo" value={value} onChange={setValue} isFocused />
}

async function typePhone(phone: string, customers: object[]) {
  api.respond(customersApi.list, () => ({
    customers,
    tags: [],
    pagination: { page: 1, totalPages: 1, total: customers.length },
  }))
  if (!screen.queryByLabelText('Telefone'))
    render(
      <QueryClientProvider client={createQueryClient()}>
        <Fields />
      </QueryClientProvider>,
    )
  fireEvent.change(screen.getByLabelText('Telefone'), { target: { value: phone } })
  await act(async () => {})
}

const chosen = () => screen.queryByRole('button', { name: 'Trocar' })
const suggestion = () => screen.findByRole('button', { name: /Nilo Prado/ })

test('a full number chooses its only owner, once', async () => {
  await typePhone('62955554444', [nilo])
  fireEvent.click(await screen.findByRole('button', { name: 'Trocar' }))
  await typePhone('62955554444', [nilo])
  expect(await suggestion()).toBeTruthy()
  expect(chosen()).toBeNull()
})

test.each([
  ['a part of a number', '6295555444', [nilo]],
  ['a number that two share', '62955554444', [nilo, { ...nilo, id: 'rui', name: 'Rui Prado' }]],
  ['the number of someone blocked', '62955554444', [{ ...nilo, isBlocked: true }]],
])('%s chooses nobody', async (_, phone, customers) => {
  await typePhone(phone, customers)
  expect(await suggestion()).toBeTruthy()
  expect(chosen()).toBeNull()
})
