import { renderEmail } from '../server/src/lib/email.ts'
import { openHostileShop } from './app/hostile-shop.ts'
import { hostileStrings } from './app/hostile-strings.ts'
import { enterAs } from './steps/people.ts'
import { visit } from './steps/visit.ts'
import { expect, test } from './test.ts'

/** Some of the strings with every change; all of them with XSS_STRINGS=500. */
const count = Number(process.env.XSS_STRINGS ?? 40)
const BATCH = 40

const strings = hostileStrings(count)
const batches = Array.from({ length: Math.ceil(strings.length / BATCH) }, (_, index) =>
  strings.slice(index * BATCH, (index + 1) * BATCH),
)
test.setTimeout(120_000 + batches.length * 120_000)

// What runs says so on the console, and so does what the policy stops: the watch of every journey fails for either.
test.beforeEach(({ context }) =>
  context.addInitScript(() => {
    const ran = () => console.error('words of a person ran as a script')
    Object.assign(window, { xss: ran, XSS: ran })
  }),
)

test('words that are scripts are shown as words, on every page that shows a person’s words', async ({
  page,
  world,
}) => {
  for (const batch of batches) {
    const { shop, people } = await openHostileShop(world, batch)
    const [name = '', service = ''] = batch
    await test.step('to a visitor', async () => {
      const answer = await visit(page, `/barbershop/${shop.id}`)
      expect(await answer?.text()).not.toMatch(/<(img|svg|iframe|math|embed|object|base)[^>]*xss/i)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name.trim())
      for (const words of batch)
        await expect(page.getByRole('tabpanel').getByText(words, { exact: true }).first()).toBeAttached()
      for (const tab of ['Barbeiros', 'Avaliações']) await page.getByRole('tab', { name: tab }).click()
      await expect(page.getByRole('tabpanel').filter({ visible: true })).toContainText(service.trim())
      await visit(page, `/?lat=${shop.latitude}&lon=${shop.longitude}`)
      await expect(page.getByRole('article').first()).toContainText(name.trim())
    })
    for (const { person, addresses } of people) {
      await test.step(`to the ${person.user.role}`, async () => {
        await enterAs(page, person)
        for (const address of addresses) {
          await visit(page, address)
          await expect(page.getByRole('main')).toContainText(/xss/i)
        }
      })
    }
  }
})

test('nor in a letter, which has no policy', { tag: '@phone' }, async ({ page }) => {
  for (const words of strings) {
    const letter = renderEmail({
      ...{ subject: words, greeting: words, paragraphs: [words, words], code: words, unsubscribeUrl: words },
      details: [[words, words]],
      action: { label: words, url: `https://naregua.test/?x=${words}` },
    })
    await page.setContent(letter.html)
    await expect(page.locator('td').filter({ hasText: words.trim() }).first()).toBeAttached()
    expect(await page.locator('script, img, svg, iframe, object, embed, form, base, link').count()).toBe(0)
  }
})
