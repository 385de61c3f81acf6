import { expect, test } from 'vitest'
import { pageMeta } from './page-meta.ts'

const matches = [{ id: 'root', loaderData: { publicUrl: 'https://naregua.example', hasOutbox: false } }]

test('a page has its title, its canonical URL and its Open Graph tags', () => {
  const tags = pageMeta(matches, {
    title: 'Dom Bigode',
    description: 'Corte e barba.',
    path: '/barbershop/1',
    image: '/i.webp',
  })
  expect(tags).toContainEqual({ title: 'Dom Bigode · Na Régua' })
  expect(tags).toContainEqual({ tagName: 'link', rel: 'canonical', href: 'https://naregua.example/barbershop/1' })
  expect(tags).toContainEqual({ property: 'og:image', content: 'https://naregua.example/i.webp' })
})

test('a page without a path is excluded from search engines', () => {
  expect(pageMeta(matches, { title: 'Página não encontrada' })).toContainEqual({ name: 'robots', content: 'noindex' })
})

test.each([{}, { path: '/plans' }, { title: 'Entrar' }])('a page without an image has that of the site: %j', (page) => {
  expect(pageMeta(matches, page)).toContainEqual({
    property: 'og:image',
    content: 'https://naregua.example/preview.jpg',
  })
})
