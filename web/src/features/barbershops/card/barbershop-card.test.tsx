import type { BarbershopCard as Shop } from '@na-regua/contract/barbershops'
import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { BookableCard } from './barbershop-card.tsx'

afterEach(cleanup)

const shop = {
  id: 'shop',
  name: 'Barbearia do Largo',
  street: 'Rua 9',
  number: '100',
  neighborhood: 'Centro',
  images: [],
  coverImageUrl: null,
  is_open: true,
  is_featured: true,
  is_verified: false,
  openUntil: '20:00',
  averageRating: 4.75,
  reviewCount: 12,
  distance_in_km: 1.5,
  price_from: 4500,
  queue: null,
} as Partial<Shop> as Shop

function show(fields: Partial<Shop> = {}) {
  const element = <BookableCard barbershop={{ ...shop, ...fields }} book={<a href="#agendar">Agendar</a>} />
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />)
  return screen.getByRole('article')
}

const sourceOf = (card: HTMLElement) => card.querySelector('img')?.getAttribute('src') ?? ''

test('the image is the first one, else the cover, else a placeholder [2.41]', () => {
  const cover = '/uploads/cover.webp'
  expect(sourceOf(show({ images: ['/uploads/one.webp', '/uploads/two.webp'], coverImageUrl: cover }))).toContain('one')
  cleanup()
  expect(sourceOf(show({ coverImageUrl: cover }))).toContain('cover')
  cleanup()
  const card = show()
  expect(sourceOf(card)).not.toContain('/uploads/')
  expect(card.querySelector('img, svg')).not.toBeNull()
})

test('the rating has one decimal and its count, the distance two decimals; a missing rating is a dash [2.43, 2.44]', () => {
  expect(show().textContent).toMatch(/4,8\s*\(12\).*1,50\s?km/)
  cleanup()
  expect(show({ averageRating: null, reviewCount: 0, distance_in_km: null }).textContent).toMatch(/[–—-]\s*\(0\)/)
  cleanup()
  expect(show({ distance_in_km: null }).textContent).not.toContain('km')
})

const wait = { fromMin: 15, toMin: 25 }

test.each([
  ['without a queue', {}, 'Aberto até: 20:00', undefined],
  ['with a queue', { queue: { length: 2, wait } }, 'Aberto até: 20:00', /^Fila: /],
  ['with an empty queue', { queue: { length: 0, wait: null } }, 'Aberto até: 20:00', 'Atende sem hora'],
  ['closed', { is_open: false, openUntil: null, queue: { length: 0, wait } }, 'Fechado no momento', undefined],
] as const)('a card %s says until when it is open, and beside it the queue', (_, fields, opening, queue) => {
  show(fields as Partial<Shop>)
  expect(screen.getByText(opening).textContent).toBe(opening)
  if (queue) expect(screen.getByText(queue)).toBeTruthy()
  else expect(screen.queryByText(/^Fila|Atende sem hora/)).toBeNull()
})
