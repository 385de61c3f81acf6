import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { openAlwaysOpenBarbershop } from './app/always-open-barbershop.ts'
import { offlineTest } from './offline-test.ts'
import { checkAccessibility } from './steps/accessibility.ts'
import { confirmButton, pickDay, resultOf, slotsOf } from './steps/booking.ts'
import { findDemoBarbershop } from './steps/demo-barbershop.ts'
import { openPage } from './steps/open-page.ts'
import { expectNoHorizontalScroll } from './steps/page-checks.ts'
import { signInAs } from './steps/users.ts'
import { expect, test } from './test.ts'

const promptOf = (page: Page) => page.getByRole('region', { name: 'Na Régua na sua tela inicial' })

const FILE_DELAY_MS = 500

/**
 * As a browser that can install an app: it offers that once, before any file of the page has arrived. `window.prompts` counts how
 * often its prompt was shown.
 */
async function letBrowserPrompt(page: Page) {
  await page.route(/\/entry\.client-/, async (route) => {
    await wait(FILE_DELAY_MS)
    await route.continue()
  })
  await page.addInitScript(() => {
    const counter = window as unknown as { prompts: number }
    counter.prompts = 0
    const prompt = async () => {
      counter.prompts++
      return { outcome: 'accepted' }
    }
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
    addEventListener('DOMContentLoaded', () => void dispatchEvent(event))
  })
}

const countPrompts = (page: Page) => page.evaluate(() => (window as unknown as { prompts: number }).prompts)

test('after a booking the app is offered below its result, and installed by the prompt of the browser', async ({
  page,
  customer,
}) => {
  await letBrowserPrompt(page)
  await openPage(page, (await findDemoBarbershop()).bookingPath)
  await expect(page.getByRole('button', { name: `Menu de ${customer.user.name}` })).toBeVisible()
  await pickDay(page, { after: 1 })
  await slotsOf(page).first().tap()
  await expect(promptOf(page)).toBeHidden()
  await confirmButton(page).tap()
  await expect(resultOf(page)).toBeVisible()
  await expect(promptOf(page)).toBeVisible()
  await expect(resultOf(page).getByRole('button', { name: 'Adicionar ao calendário' })).toBeVisible()
  async function readDistance() {
    const result = await resultOf(page).boundingBox()
    const prompt = await promptOf(page).boundingBox()
    return (prompt?.y ?? 0) - (result?.y ?? 0) - (result?.height ?? 0)
  }
  await expect.poll(readDistance, 'below the actions of the result').toBeGreaterThanOrEqual(0)
  await checkAccessibility(page)
  await expectNoHorizontalScroll(page)
  expect(await countPrompts(page)).toBe(0)
  await promptOf(page).getByRole('button', { name: 'Instalar' }).tap()
  await expect(promptOf(page)).toBeHidden()
  expect(await countPrompts(page)).toBe(1)
})

test('a barber is offered the app from the third day on, once', async ({ page, backend }) => {
  await letBrowserPrompt(page)
  await signInAs(page, (await openAlwaysOpenBarbershop(backend)).barber)
  const readDays = () =>
    page.evaluate(() => (JSON.parse(localStorage.getItem('installPrompt') ?? '{"days":[]}') as { days: string[] }).days)
  await openPage(page, '/barber/appointments')
  await expect.poll(async () => (await readDays()).length).toBe(1)
  await page.evaluate(() => localStorage.setItem('installPrompt', '{"days":["2026-01-05","2026-01-06"]}'))
  await openPage(page, '/barber/appointments')
  await expect(promptOf(page)).toBeVisible()
  await promptOf(page).getByRole('button', { name: 'Agora não' }).tap()
  await expect(promptOf(page)).toBeHidden()
  expect(await countPrompts(page)).toBe(0)
  // Stored with the prompt, and read before the next one.
  const promptedAt = await page.evaluate(() => JSON.parse(localStorage.getItem('installPrompt') ?? '{}').promptedAt)
  expect(Date.parse(promptedAt)).toBeGreaterThan(0)
  await openPage(page, '/barber/appointments')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(promptOf(page)).toBeHidden()
})

test.describe('on an iPhone, which has no prompt', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  })

  test('the prompt explains the share menu', async ({ page, backend }) => {
    await signInAs(page, (await openAlwaysOpenBarbershop(backend)).barber)
    await page.evaluate(() => localStorage.setItem('installPrompt', '{"days":["2026-01-05","2026-01-06"]}'))
    await openPage(page, '/barber/appointments')
    await promptOf(page).getByRole('button', { name: 'Como instalar' }).tap()
    await expect(promptOf(page).getByRole('listitem')).toHaveText([
      'Toque em Compartilhar, na barra do navegador ou no menu dele.',
      'Escolha Adicionar à Tela de Início e confirme.',
    ])
    await checkAccessibility(page)
    await promptOf(page).getByRole('button', { name: 'Entendi' }).tap()
    await expect(promptOf(page)).toBeHidden()
  })
})

offlineTest('with Save-Data nothing is stored before there is a session', async ({ page, customer }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: Object.assign(new EventTarget(), { saveData: true }) })
    // What the app registers, without waiting for the browser.
    const container = navigator.serviceWorker
    const lookUp = container.getRegistration.bind(container)
    container.getRegistration = (url?: string) => {
      document.documentElement.dataset.lookups = String(Number(document.documentElement.dataset.lookups ?? 0) + 1)
      return lookUp(url)
    }
  })
  const countLookups = () => page.evaluate(() => Number(document.documentElement.dataset.lookups ?? 0))
  await page.goto('/robots.txt')
  const session = await page.evaluate(() => Object.entries(localStorage))
  await page.evaluate(() => localStorage.clear())
  await openPage(page, '/')
  // It would follow the router, which is loaded when the browser is idle.
  await page.getByRole('link', { name: 'Favoritos' }).first().click()
  await expect(page).toHaveURL(/favorites|login/)
  await expect
    .poll(() =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => name)
          .join(),
      ),
    )
    .toContain('app-updates')
  expect(await countLookups()).toBe(0)
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)

  await page.goto('/robots.txt')
  await page.evaluate((entries) => {
    for (const [key, value] of entries) localStorage.setItem(key, value)
  }, session)
  await openPage(page, '/')
  await expect(page.getByRole('button', { name: `Menu de ${customer.user.name}` })).toBeVisible()
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  expect(await countLookups()).toBeGreaterThan(0)
})
