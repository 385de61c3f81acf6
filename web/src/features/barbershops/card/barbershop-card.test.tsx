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
