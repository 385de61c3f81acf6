import type { OwnBarbershop } from '@na-regua/contract/own-barbershops'
import type { OwnPlan } from '@na-regua/contract/plans'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { PromotionDialog } from './promotion-dialog.tsx'
import { buttonCode, toTypedSlug } from './rules.ts'

afterEach(cleanup)

const shop = {
  id: 'f1',
  name: 'Dom Bigode',
  slug: 'dom-bigode',
  version: 1,
  is_active: true,
  is_verified: false,
  verification: { hasEmail: true, hasPhone: true, hasPhoto: false, completed: 3 },
} as OwnBarbershop
const ownPlan = { plan: { tier: 'premium' }, canEdit: true } as OwnPlan

function renderDialog(props: Partial<Parameters<typeof PromotionDialog>[0]> = {}) {
  HTMLDialogElement.prototype.showModal = vi.fn(function show(this: HTMLDialogElement) {
    this.open = true
  })
  const element = (
    <QueryClientProvider client={new QueryClient()}>
      <PromotionDialog shop={shop} ownPlan={ownPlan} onClose={() => {}} {...props} />
    </QueryClientProvider>
  )
  const router = createMemoryRouter([
    {
      id: 'root',
      path: '/',
      loader: () => ({ publicUrl: 'https://naregua.test' }),
      HydrateFallback: () => null,
      element,
    },
  ])
  render(<RouterProvider router={router} />)
}

test('has the address, the posters, the code of the button and what the badge still needs', async () => {
  const writeText = vi.fn(() => Promise.resolve())
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  renderDialog()
  fireEvent.click(await screen.findByText('Copiar link'))
  expect(writeText).toHaveBeenCalledWith('https://naregua.test/dom-bigode')
  const downloads = screen.getAllByRole('link', { hidden: true }).map((link) => link.getAttribute('href'))
  expect(downloads).toEqual(['cartaz.pdf', 'cartaz.png', 'story.png', 'story.pdf'].map((file) => `/posters/f1/${file}`))
  expect(screen.getByText(buttonCode('https://naregua.test', 'dom-bigode'))).toBeTruthy()
  expect(screen.getByText('<a href="https://naregua.test/agendar/dom-bigode">Agendar</a>')).toBeTruthy()
  expect(screen.getAllByText('Falta:')).toHaveLength(2)
  await act(async () => {})
  vi.unstubAllGlobals()
})

test('an inactive barbershop has no poster, and without a plan the address stays', async () => {
  renderDialog({ shop: { ...shop, is_active: false }, ownPlan: { ...ownPlan, canEdit: false } })
  expect(await screen.findByText(/Ative a barbearia para baixar/)).toBeTruthy()
  expect(screen.getByText<HTMLButtonElement>('Mudar endereço').disabled).toBe(true)
})

test('what is typed becomes a slug, and a word may still follow', () => {
  expect(['Dom B', 'Dom ', 'São-', ' ', 'Zé & Cia'].map(toTypedSlug)).toEqual(['dom-b', 'dom-', 'sao-', '', 'ze-cia'])
})
