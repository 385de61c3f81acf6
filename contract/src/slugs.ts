import { Type } from 'typebox'
import { Id, IdParams, Strict } from './fields.ts'
import { OwnBarbershop } from './own-barbershops.ts'
import { defineApi, route } from './route.ts'
import { matchesPattern } from './text-limits.ts'

export const SLUG_LENGTH = { min: 3, max: 40 }

/** How often a barbershop may get another address: each former one is reserved for it. */
export const MAX_SLUGS = 10

const SLUG_PATTERN = '^(?=.*[a-z])[a-z0-9]+(-[a-z0-9]+)*$'

/** Lowercase letters, digits and single hyphens, and not only digits. Not whether it is free. */
export function isSlug(text: string): boolean {
  return text.length >= SLUG_LENGTH.min && text.length <= SLUG_LENGTH.max && matchesPattern(SLUG_PATTERN, text)
}

/** What a name becomes in an address: without accents and signs, words joined by hyphens, cut between words where possible. */
export function toSlug(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/['’`´]/g, '')
    .toLowerCase()
  const whole = plain.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '')
  if (whole.length <= SLUG_LENGTH.max) return whole
  const cut = whole.slice(0, SLUG_LENGTH.max + 1)
  const lastWord = cut.lastIndexOf('-')
  return lastWord >= SLUG_LENGTH.min ? cut.slice(0, lastWord) : whole.slice(0, SLUG_LENGTH.max)
}

const Slug = Type.String({
  minLength: SLUG_LENGTH.min,
  maxLength: SLUG_LENGTH.max,
  pattern: SLUG_PATTERN,
})

export const slugsApi = defineApi(
  { tag: 'slugs', description: 'Os endereços das barbearias, pelo nome' },
  {
    find: route('GET', '/slugs/:slug', {
      summary: 'A barbearia de um endereço, atual ou antigo',
      params: Strict({ slug: Type.String({ minLength: 1, maxLength: 60 }) }),
      errors: ['BARBERSHOP_NOT_FOUND'],
      response: { 200: Type.Object({ barbershopId: Id, slug: Slug }) },
    }),
    change: route('PUT', '/barbershops/:id/slug', {
      summary: 'Muda o endereço da página; o antigo leva ao novo',
      params: IdParams,
      body: Strict({ slug: Slug }),
      errors: ['BARBERSHOP_NOT_FOUND', 'PLAN_LAPSED', 'SLUG_UNAVAILABLE'],
      response: { 200: Type.Object({ barbershop: OwnBarbershop }) },
    }),
  },
)
