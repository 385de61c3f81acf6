import { renderEmail } from '../server/src/lib/email.ts'
import { openHostileBarbershop } from './app/hostile-barbershop.ts'
import { hostileStrings } from './app/hostile-strings.ts'
import { openPage } from './steps/open-page.ts'
import { signInAs } from './steps/users.ts'
import { expect, test } from './test.ts'

/** A sample of the strings by default; all of them with XSS_STRINGS=500. */
const count = Number(process.env.XSS_STRINGS ?? 40)
const BATCH = 40

const strings = hostileStrings(count)
const batches = Array.from({ length: Math.ceil(strings.length / BATCH) }, (_, index) =>
  strings.slice(index * BATCH, (index + 1) * BATCH),
)
test.setTimeout(120_000 + batches.length * 120_000)

// A payload that runs and one that the content security policy blocks both log an error: the watch fails the test for either.
test.beforeEach(({ context }) =>
  context.addInitScript(() => {
    const ran = () => console.error('text of a user ran as a script')
    Object.assign(window, { xss: ran, XSS: ran })
  }),
)

test('texts that contain scripts are shown as text on every page that shows texts of users', async ({
  page,
  backend,
}) => {
  for (const batch of batches) {
    const { shop, readers } = await openHostileBarbershop(backend, batch)
    const [name = '', service = ''] = batch
    await test.step('to an anonymous user', async () => {
      const response = await openPage(page, `/barbershop/${shop.id}`)
      expect(await response?.text()).not.toMatch(/<(img|svg|iframe|math|embed|object|base)[^>]*xss/i)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name.trim())
      for (const text of batch)
        await expect(page.getByRole('tabpanel').getByText(text, { exact: true }).first()).toBeAttached()
      for (const tab of ['Barbeiros', 'Avaliações']) await page.getByRole('tab', { name: tab }).click()
      await expect(page.getByRole('tabpanel').filter({ visible: true })).toContainText(service.trim())
      await openPage(page, `/?lat=${shop.latitude}&lon=${shop.longitude}`)
      await expect(page.getByRole('article').first()).toContainText(name.trim())
    })
    for (const { user, paths } of readers) {
      await test.step(`to the ${user.user.role}`, async () => {
        await signInAs(page, user)
        for (const path of paths) {
          await openPage(page, path)
          await expect(page.getByRole('main')).toContainText(/xss/i)
        }
      })
    }
  }
})

test('nor do they run in an email, which has no content security policy', async ({ page }) => {
  for (const text of strings) {
    const email = renderEmail({
      subject: text,
      greeting: text,
      paragraphs: [text, text],
      code: text,
      unsubscribeUrl: text,
      details: [[text, text]],
      action: { label: text, url: `https://naregua.test/?x=${text}` },
    })
    await page.setContent(email.html)
    await expect(page.locator('td').filter({ hasText: text.trim() }).first()).toBeAttached()
    expect(await page.locator('script, img, svg, iframe, object, embed, form, base, link').count()).toBe(0)
  }
})
