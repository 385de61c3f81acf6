import { randomUUID } from 'node:crypto'
import type { QueueEntry } from '@na-regua/contract/queue-today'
import { queueSettingsApi, queueTodayApi } from '@na-regua/contract/queue-today'
import type { Page } from '@playwright/test'
import { createSubscription } from '../server/test/factories.ts'
import { openSettings } from '../server/test/queue-scene.ts'
import { openAlwaysOpenBarbershop } from './app/always-open-barbershop.ts'
import type { Backend } from './app/backend.ts'
import { noNetwork } from './offline-test.ts'
import { checkAccessibility } from './steps/accessibility.ts'
import { disconnectPages } from './steps/disconnect.ts'
import { openPage, reloadPage } from './steps/open-page.ts'
import { expectNoHorizontalScroll } from './steps/page-checks.ts'
import { requestApi } from './steps/request-api.ts'
import { expect, test } from './test.ts'

/** A barbershop with its queue on and the link of its screen. What staff do comes from another device. */
async function openQueue(backend: Backend) {
  const { shop, owner, barber } = await openAlwaysOpenBarbershop(backend)
  const params = { id: shop.id }
  await createSubscription({ db: backend.db, clock: backend }, owner.user.id)
  const body = { ...openSettings, walkInShare: 0 } as const
  const saved = await requestApi(queueSettingsApi.save, { token: owner.token, params, body })
  expect(saved.status).toBe(200)
  const toPath = (url: string) => new URL(url).pathname + new URL(url).hash
  return {
    path: toPath(saved.body.settings.screenUrl),
    async add(name: string): Promise<QueueEntry> {
      const body = { entryId: randomUUID(), name }
      const { body: added } = await requestApi(queueTodayApi.add, { token: barber.token, params, body })
      return added.entry
    },
    async call({ id, version }: QueueEntry): Promise<QueueEntry> {
      const body = { barberId: shop.barberId, version }
      const { body: called } = await requestApi(queueTodayApi.call, { token: barber.token, params: { id }, body })
      return called.entry
    },
    async undoCall({ id, version }: QueueEntry): Promise<QueueEntry> {
      const { body } = await requestApi(queueTodayApi.recall, {
        token: barber.token,
        params: { id },
        body: { version },
      })
      return body.entry
    },
    async renewKey() {
      const body = { key: 'screen' } as const
      const renewed = await requestApi(queueSettingsApi.renewKey, { token: owner.token, params, body })
      return toPath(renewed.body.settings.screenUrl)
    },
  }
}

const waiting = (page: Page) => page.getByRole('region', { name: 'Na fila' }).getByRole('listitem')
const called = (page: Page) => page.getByRole('region', { name: 'É a vez de' })

test('the screen shows who joins and who is called while staff tap', { tag: '@desktop' }, async ({ page, backend }) => {
  const queue = await openQueue(backend)
  const ana = await queue.add('Ana Lua')
  const stream = page.waitForResponse((response) => response.url().endsWith('/queue/stream'))
  await openPage(page, queue.path)
  await expect(page.getByRole('heading', { level: 1, name: 'Barbearia do Dia Longo' })).toBeVisible()
  await expect(waiting(page)).toHaveText([/^1ºAna/])
  expect((await stream).status()).toBe(200)
  await queue.add('Rui Braga')
  await expect(waiting(page)).toHaveText([/^1ºAna/, /^2ºRui/])
  await expect(page.getByText(/Lua|Braga/)).toHaveCount(0)
  const call = await queue.call(ana)
  await expect(called(page)).toContainText('Ana')
  await expect(called(page)).toContainText('com Tonho')
  await expect(waiting(page)).toHaveText([/^1ºRui/])
  await expectNoHorizontalScroll(page)
  await checkAccessibility(page)
  await queue.undoCall(call)
  await expect(waiting(page)).toHaveText([/^1ºAna/, /^2ºRui/])
  await expect(called(page)).toHaveCount(0)
})

test('the screen has no navigation, is dark, and sounds after a touch', async ({ page, backend }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  const queue = await openQueue(backend)
  await openPage(page, queue.path)
  await expect(page.getByText('Ninguém na fila: é só chegar.')).toBeVisible()
  await expect(page.getByRole('img', { name: 'QR code para entrar na fila' })).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('button', { name: 'Tela clara' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  // The touch has turned the sound on.
  await expect(page.getByRole('button', { name: 'Ouvir o som' })).toBeVisible()
  await reloadPage(page)
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
})

test('a renewed key says so on the old screen, and the new link works', async ({ page, backend, watch }) => {
  watch.expect(/ 422$/)
  const queue = await openQueue(backend)
  await queue.add('Ana Lua')
  await openPage(page, queue.path)
  await expect(waiting(page)).toHaveText([/^1ºAna/])
  const path = await queue.renewKey()
  // The old link shows it with the next change at the latest.
  await queue.add('Rui Braga')
  await expect(page.getByRole('heading', { name: 'Este link da tela não vale mais' })).toBeVisible()
  await expect(page.getByText('Ana')).toHaveCount(0)
  await openPage(page, '/sobre')
  await openPage(page, path)
  await expect(waiting(page)).toHaveText([/^1ºAna/, /^2ºRui/])
})

test('without network it says since when, and catches up', async ({ page, context, backend, watch }) => {
  watch.expect(...noNetwork)
  const queue = await openQueue(backend)
  const ana = await queue.add('Ana Lua')
  await openPage(page, queue.path)
  await expect(waiting(page)).toHaveText([/^1ºAna/])
  await disconnectPages(context)
  await expect(page.getByText(/^Sem conexão\. Como estava às /)).toBeVisible()
  await queue.call(ana)
  await expect(waiting(page)).toHaveText([/^1ºAna/])
  await context.setOffline(false)
  await expect(called(page)).toContainText('Ana')
  await expect(page.getByText(/^Sem conexão/)).toHaveCount(0)
})
