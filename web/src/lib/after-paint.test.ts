import { expect, test } from 'vitest'
import { deferScripts } from './after-paint.ts'

const page = [
  '<link rel="modulepreload" href="/assets/a.js"/><link rel="stylesheet" href="/assets/a.css"/>',
  '<script nonce="n" type="module" async="">import "/assets/a.js"</script><script nonce="n">begin()</script>',
].join('')

test('no script is fetched before the first paint, styles are fetched at once', () => {
  const deferred = deferScripts(page)
  expect(deferred).not.toMatch(/modulepreload|type="module"/)
  expect(deferred).toContain('<link rel="stylesheet" href="/assets/a.css"/>')
})

test('a deferred script keeps its exact text and its nonce, as the Content-Security-Policy requires', () => {
  expect(deferScripts(page)).toContain(
    '<script nonce="n" type="text/plain" data-deferred="">import "/assets/a.js"</script>',
  )
})
