import type { StaffList } from '@na-regua/contract/members'
import { membersApi } from '@na-regua/contract/members'
import { presetPermissions } from '@na-regua/contract/permissions'
import { rolesApi } from '@na-regua/contract/roles'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { apiError, startFakeApi } from '../../../../test/fake-api.ts'
import { sampleUser } from '../../../../test/samples.ts'
import { createQueryClient } from '../../../lib/query-client.ts'
import { closeSession, openSession } from '../../../lib/session.ts'
import { PermissionSection } from './permission-section.tsx'

const api = startFakeApi()
beforeEach(() => openSession({ user: { ...sampleUser, role: 'OWNER' }, token: 'token' }))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  closeSession()
})

const barbershop = { id: 'shop', name: 'Régua' }
const staff = {
  barbers: [
    { id: 'beto', name: 'Beto', barbershop, isOwner: false, permissions: [...presetPermissions.BARBER] },
    { id: 'dono', name: 'Dona Rita', barbershop, isOwner: true, permissions: [...presetPermissions.BARBER] },
  ],
  roles: [
    {
      id: 'rosa',
      role: 'RECEPTIONIST',
      name: 'Rosa',
      avatarUrl: null,
      barbershop,
      isSelf: false,
      permissions: ['agenda'],
    },
  ],
} as unknown as Pick<StaffList, 'barbers' | 'roles'>

function show() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PermissionSection staff={staff} />
    </QueryClientProvider>,
  )
}

test('the table names everyone but the owner, and what each may do', () => {
  show()
  const rows = screen.getAllByRole('row').slice(1)
  expect(rows.map((row) => within(row).getByRole('rowheader').textContent)).toEqual([
    'RosaRecepcionista, sob medida',
    'BetoBarbeiro',
  ])
  const [ofRosa, ofBeto] = rows.map((row) =>
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  )
  expect(ofRosa?.slice(0, 2)).toEqual(['pode', '–não pode'])
  expect(ofBeto?.slice(0, 2)).toEqual(['–não pode', 'pode'])
})

test('a phone says in a sentence what each may do', () => {
  const media = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }
  vi.spyOn(window, 'matchMedia').mockReturnValue(media as unknown as MediaQueryList)
  show()
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'RosaRecepcionista, sob medidaagenda de todosMudar',
    'BetoBarbeiroclientes, gastos e descontosMudar',
  ])
})

test('the owner starts from a preset, changes one permission, and what was seen is sent too', async () => {
  const bodies: unknown[] = []
  api.respond(rolesApi.setPermissions, async ({ body }) => {
    bodies.push(body)
    return body
  })
  show()
  fireEvent.click(screen.getByRole('button', { name: 'Mudar permissões de Rosa' }))
  const dialog = await screen.findByRole('dialog', { name: 'O que Rosa pode fazer' })
  const form = within(dialog)
  expect(form.getByRole<HTMLButtonElement>('button', { name: 'Salvar' }).disabled).toBe(true)
  fireEvent.click(form.getByRole('button', { name: 'Recepcionista' }))
  fireEvent.click(form.getByRole('checkbox', { name: /^Telefones/ }))
  fireEvent.click(form.getByRole('button', { name: 'Salvar' }))
  await waitFor(() =>
    expect(bodies).toEqual([{ permissions: ['agenda', 'customers', 'discounts', 'cash'], seen: ['agenda'] }]),
  )
})

test('a change in between is shown, and nothing is lost', async () => {
  api.respond(membersApi.setPermissions, () => apiError(409, 'EDIT_CONFLICT'))
  show()
  fireEvent.click(screen.getByRole('button', { name: 'Mudar permissões de Beto' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'O que Beto pode fazer' }))
  fireEvent.click(dialog.getByRole('checkbox', { name: /^Agenda de todos/ }))
  fireEvent.click(dialog.getByRole('button', { name: 'Salvar' }))
  expect(await dialog.findByText(/EDIT_CONFLICT/)).toBeTruthy()
  expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: /^Agenda de todos/ }).checked).toBe(true)
})

test('who works for the owner reads the table and changes nothing', () => {
  openSession({
    user: { ...sampleUser, role: 'CUSTOMER', permissions: [{ barbershop, permissions: ['team'] }] },
    token: 'token',
  })
  show()
  expect(screen.getAllByRole('row')).toHaveLength(3)
  expect(screen.queryByRole('button')).toBeNull()
})
