import { expect, test } from 'vitest'
import { deferScripts } from './after-paint.ts'

const page = [
  '<link rel="modulepreload" href="/assets/a.js"/><link rel="stylesheet" href="/assets/a.css"/>',
  '<script nonce="n" type="module" async="">import "/assets/a.js"</script><script nonce="n">begin()</script>',
].join('')

test('the browser learns of no script before the page is painted, and of styles at once', () => {
  const held = deferScripts(page)
  expect(held).not.toMatch(/modulepreload|type="module"/)
  expect(held).toContain('<link rel="stylesheet" href="/assets/a.css"/>')
})

test('what runs later is word for word what the policy knows, and keeps its nonce', () => {
  expect(deferScripts(page)).toContain(
    '<script nonce="n" type="text/plain" data-held="">import "/assets/a.js"</script>',
  )
})
