import { expect, test } from 'vitest'
import { apis } from './operations.ts'

/** The pages that the specification states otherwise. */
const otherPages: Record<string, number> = { '/barbershops/nearby': 6 }

const lists = Object.values(apis).flatMap(({ routes }) =>
  Object.values(routes).flatMap(({ url, schema }) => {
    const { properties = {} } = (schema.querystring ?? {}) as { properties?: Record<string, { default?: number }> }
    return properties.perPage ? [[url, properties.perPage.default] as const] : []
  }),
)

test.each(lists)('a page of %s has as many as the specification states [9.3]', (url, perPage) => {
  expect(perPage).toBe(otherPages[url] ?? 10)
})
