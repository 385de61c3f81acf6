import { isSlug } from '@na-regua/contract/slugs'
import { expect, test } from 'vitest'
import { createPageUrls } from './site.ts'

const page = (path: string | undefined, parameters?: string[]) => ({
  id: path ?? 'home',
  path,
  index: path === undefined,
  parentId: 'root',
  module: parameters ? { handle: { parameters } } : {},
})

const toPageUrl = createPageUrls(
  [
    { id: 'root', path: '', module: {} },
    page(undefined, ['lat', 'lon']),
    page('login', ['mode']),
    page('sobre'),
    page('barbershop/:id', ['aba']),
    page(':slug'),
    page('*'),
  ],
  isSlug,
)

test.each([
  ['/', '/'],
  ['/?x=1', '/'],
  ['/?lon=2&x=1&lat=1', '/?lat=1&lon=2'],
  ['/?lat=1&lat=2', '/?lat=1'],
  ['/?lat=%3Cb%3E&lon=a+b', '/?lat=%3Cb%3E&lon=a+b'],
  ['/sobre?x=1', '/sobre'],
  ['/SOBRE/', '/sobre'],
  ['/login?mode=register&MODE=x', '/login?mode=register'],
  ['/barbershop/1?aba=servicos&utm_source=x', '/barbershop/1?aba=servicos'],
  ['/barbershop/%2e%2e/login?mode=a', '/login?mode=a'],
  ['/barbershop/a%2Fb', '/barbershop/a%2Fb'],
  ['/nada/1?x=2', '/404/404'],
  ['/Dom-Bigode/?x=2', '/Dom-Bigode'],
  ['/wp-login.php', '/404'],
  ['//evil.example/x', '/404/404'],
  ['http://evil.example/', '/404/404'],
  ['/_root.data?lat=1&x=2&_routes=root', '/_root.data?lat=1&_routes=root'],
  ['/sobre.data?x=1', '/sobre.data'],
  ['/nada/1.data?_routes=x', '/404/404.data'],
  ['/dom-bigode.data', '/dom-bigode.data'],
  ['/a.data', '/404.data'],
])('%s renders the page of %s', (url, expected) => {
  expect(toPageUrl(url)).toBe(expected)
})
