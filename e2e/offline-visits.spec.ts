import { randomUUID } from 'node:crypto'
import { fromTxid } from '@na-regua/contract/txids'
import { visitsApi } from '@na-regua/contract/visits'
import type { BrowserContext, Page } from '@playwright/test'
import { openAlwaysOpenBarbershop } from './app/always-open-barbershop.ts'
import { addAppointment } from './app/appointments.ts'
import type { Backend } from './app/backend.ts'
import type { Network } from './app/network.ts'
import { noNetwork, offlineTest as test } from './offline-test.ts'
import { checkAccessibility, checkWholePage } from './steps/accessibility.ts'
import { disconnectPages } from './steps/disconnect.ts'
import { openPage } from './steps/open-page.ts'
import { expectNoHorizontalScroll } from './steps/page-checks.ts'
import { requestApi } from './steps/request-api.ts'
import { createSignedInUser, signInAs } from './steps/users.ts'
import { expect } from './test.ts'

type Scene = Awaited<ReturnType<typeof openScene>>

/** Three customers who were served, in a barbershop with a Pix key that sells pomade. */
async function openScene(backend: Backend) {
  const scene = await openAlwaysOpenBarbershop(backend)
  const { db } = backend
  const { id } = scene.shop
  await db.updateTable('barbershops').set({ uses_visits: true }).where('id', '=', id).execute()
  const updatedAt = { created_at: backend.now(), updated_at: backend.now() }
  await db
    .insertInto('products')
    .values({ id: randomUUID(), barbershop_id: id, name: 'Pomada', price_cents: 4000, cost_cents: 1500, ...updatedAt })
    .execute()
  const receiver = {
    key_type: 'email',
    pix_key: 'caixa@longo.com.br',
    merchant_name: 'DIA LONGO',
    merchant_city: 'BARCELOS',
  }
  await db
    .insertInto('pix_settings')
    .values({ barbershop_id: id, ...receiver, version: 1, updated_at: backend.now() })
    .execute()
  async function add(name: string, hoursFromNow: number) {
    const customer = await createSignedInUser(backend, { name })
    return addAppointment(backend, scene.shop, { customerId: customer.user.id, status: 'CONFIRMED', hoursFromNow })
  }
  await add('Ana Lua', -0.75)
  await add('Bia Paga', -1.5)
  const caio = await add('Caio Fechado', -2.25)
  return { ...scene, caio }
}

/** Loads the day with network, until what it needs without one is stored. */
async function storeDay(page: Page) {
  const stored = page.waitForResponse((response) => /\/visits(\?|$)/.test(response.url()))
  await openPage(page, '/barber/appointments')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await stored
  const hasPrefetched = () =>
    page.evaluate(async () => {
      const open = indexedDB.open('na-regua')
      const database = await new Promise<IDBDatabase>((resolve) => {
        open.onsuccess = () => resolve(open.result)
      })
      const request = database.transaction('records').objectStore('records').getAllKeys()
      const keys = await new Promise<IDBValidKey[]>((resolve) => {
        request.onsuccess = () => resolve(request.result)
      })
      database.close()
      return keys.some((key) => String(key).endsWith('/prefetched-at'))
    })
  await expect.poll(hasPrefetched).toBe(true)
}

/** Flight mode, and the day opened in it. */
async function reopenWithoutNetwork(page: Page, context: BrowserContext, network: Network) {
  await page.close()
  network.isOff = true
  await disconnectPages(context)
  const opened = await context.newPage()
  await openPage(opened, '/barber/appointments')
  // What has passed is folded.
  await opened.getByRole('button', { name: /^Ver das / }).click()
  return opened
}

/** The sheet that finishes an appointment of the day. */
async function openSheet(page: Page, name: string) {
  const timeline = page.getByRole('list', { name: 'O dia de Tonho Valadares' })
  await timeline.getByRole('button', { name: new RegExp(name) }).click()
  await page.getByRole('dialog', { name, exact: true }).getByRole('button', { name: 'Finalizar' }).click()
  return page.getByRole('dialog', { name: `Comanda: ${name}` })
}

const bar = (page: Page) => page.getByRole('button', { name: /guardada/ })

/** The fields of a BR Code: two digits that name one, two for its length, and its value. */
function readFields(code: string): Record<string, string> {
  const fields: Record<string, string> = {}
  for (let at = 0; at < code.length; ) {
    const end = at + 4 + Number(code.slice(at + 2, at + 4))
    fields[code.slice(at, at + 2)] = code.slice(at + 4, end)
    at = end
  }
  return fields
}

/** With a product, paid by Pix: the code is made on the device. Returns the payment that it names. */
async function closeWithPix(page: Page) {
  const sheet = await openSheet(page, 'Ana Lua')
  await expect(sheet.getByText(/^Sem rede: fica guardado/)).toBeVisible()
  await sheet.getByLabel('Adicionar produto').selectOption({ label: 'Pomada, R$\u00a040,00' })
  const code = await sheet.getByLabel('Pix copia e cola').inputValue()
  const { 54: amount, 62: additional = '', 26: account = '' } = readFields(code)
  expect(amount).toBe('85.00')
  expect(account).toContain('caixa@longo.com.br')
  await expect(sheet.getByRole('img', { name: 'QR code do Pix' })).toBeVisible()
  await checkAccessibility(page)
  await expectNoHorizontalScroll(page)
  await sheet.getByRole('button', { name: /^Receber R\$\s85,00 no Pix$/ }).click()
  await expect(sheet).toBeHidden()
  return fromTxid(readFields(additional)['05'] ?? '')
}

async function closeWithCash(page: Page, name: string) {
  const sheet = await openSheet(page, name)
  await sheet.getByRole('button', { name: 'Dinheiro', exact: true }).click()
  await sheet.getByLabel('Recebido').fill('50')
  await sheet.getByLabel('Recebido').blur()
  await expect(sheet.getByText(/^Troco: R\$\s5,00$/)).toBeVisible()
  await sheet.getByRole('button', { name: /^Receber R\$\s45,00 em dinheiro$/ }).click()
  await expect(sheet).toBeHidden()
}

async function serveWalkIn(page: Page) {
  await page.getByRole('button', { name: 'Encaixar agora' }).click()
  const dialog = page.getByRole('dialog', { name: 'Marcar horário' })
  await dialog.getByRole('button', { name: /Barba/ }).click()
  await dialog.getByLabel('Cliente').fill('Zé da Porta')
  await dialog.getByRole('button', { name: 'Encaixar agora' }).click()
  const sheet = await openSheet(page, 'Zé da Porta')
  await sheet.getByRole('button', { name: /^Receber R\$\s30,00/ }).click()
  await expect(sheet).toBeHidden()
}

/** A sale at the counter, on the page of the day's comandas. */
async function sellProduct(page: Page) {
  await openPage(page, '/caixa')
  await expect(page.getByText(/^Sem rede. Como estava/)).toBeVisible()
  await page.getByRole('button', { name: 'Nova venda' }).click()
  const sale = page.getByRole('dialog', { name: 'Nova venda' })
  await sale.getByLabel('Adicionar produto').selectOption({ label: 'Pomada, R$\u00a040,00' })
  await sale.getByRole('button', { name: /^Receber R\$\s40,00/ }).click()
  await expect(sale).toBeHidden()
  const unsent = page.getByRole('list', { name: 'Ainda não enviadas' }).getByRole('listitem')
  await expect(unsent).toHaveCount(5)
  await expect(unsent.last()).toContainText(/Venda no balcão.*Pomada: R\$\s40,00.*Aguardando rede/)
  await checkWholePage(page)
  await expectNoHorizontalScroll(page)
}

/** Meanwhile the owner closes one of them on another device. */
async function closeElsewhere({ owner, shop, caio }: Scene) {
  const lines = [{ kind: 'service' as const, serviceId: shop.serviceId, barberId: shop.barberId, unitCents: 4500 }]
  const payments = [{ id: randomUUID(), method: 'debit' as const, amountCents: 4500 }]
  const { status } = await requestApi(visitsApi.close, {
    token: owner.token,
    params: { id: randomUUID() },
    body: { barbershopId: shop.id, appointmentId: caio.id, lines, payments },
  })
  expect(status).toBe(200)
}

test('a barber closes comandas without network: each is in the book once, and what another device closed is not lost', async ({
  page,
  context,
  network,
  backend,
  watch,
}) => {
  watch.expect(...noNetwork)
  const scene = await openScene(backend)
  await signInAs(page, scene.barber)
  await storeDay(page)
  const opened = await reopenWithoutNetwork(page, context, network)
  const paymentId = await closeWithPix(opened)
  await expect(opened.getByRole('button', { name: /Ana Lua.*Aguardando rede/ })).toBeVisible()
  await closeWithCash(opened, 'Bia Paga')
  await closeWithCash(opened, 'Caio Fechado')
  await serveWalkIn(opened)
  await expect(bar(opened)).toContainText('Sem rede · 5 ações guardadas')
  await sellProduct(opened)
  await closeElsewhere(scene)

  network.isOff = false
  await context.setOffline(false)
  const refusal = opened.getByRole('region', { name: /^Fechar comanda: R\$\s45,00: Caio Fechado/ })
  await expect(refusal).toContainText(/A comanda \d já foi fechada às \d{1,2}h\d*, com R\$\s45,00\./)
  await expect(refusal).toContainText(/Corte na régua: R\$\s45,00\s+Dinheiro, troco de R\$\s5,00: R\$\s45,00/)
  await expect(bar(opened)).toBeHidden()
  await checkWholePage(opened)
  await refusal.getByRole('button', { name: 'Entendi' }).click()
  await expect(refusal).toBeHidden()
  const rows = opened.getByRole('list', { name: 'Comandas' }).getByRole('listitem')
  await expect(rows).toHaveCount(5)
  await rows.filter({ hasText: 'Ana Lua' }).getByRole('button').click()
  const details = opened.getByRole('dialog', { name: /^Comanda \d: Ana Lua$/ })
  await expect(details.getByRole('list', { name: 'Itens' })).toContainText('Pomada')
  const requested = opened.waitForRequest((request) => request.url().endsWith(`/visits/payments/${paymentId}/received`))
  await details.getByRole('button', { name: 'Recebi' }).click()
  await requested
  await expect(details.getByText('Conferido')).toBeVisible()
})
