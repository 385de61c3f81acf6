import { expiredLinks, informationPages, listCustomerPages, loginPages } from './app/pages.ts'
import { expectValidHtml } from './steps/check-html.ts'
import { expect, test } from './test.ts'

test('the server renders valid HTML', async ({ request }) => {
  const pages = [...informationPages, ...loginPages, ...expiredLinks, ...(await listCustomerPages())]
  for (const { path, route } of pages) {
    const response = await request.get(path)
    expect(response.status(), path).toBe(route === '*' ? 404 : 200)
    await expectValidHtml(await response.text(), path)
  }
})
