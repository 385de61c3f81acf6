import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pasteCopiedText } from './steps/clipboard.ts'
import { holdTimers } from './steps/hold-timers.ts'
import { openPage } from './steps/open-page.ts'
import { createOwnBarbershop, createOwnerWithPlan } from './steps/owners.ts'
import { expectNoHorizontalScroll } from './steps/page-checks.ts'
import { signInAs } from './steps/users.ts'
import { expect, test } from './test.ts'

const origin = () => process.env.E2E_URL as string
const unique = () => `z${crypto.randomUUID().slice(0, 8)}`

test('a barbershop has an address of its own, which the owner changes, copies and prints', async ({
  page,
  backend,
  watch,
}) => {
  watch.expect(/^PUT \/api\/barbershops\/\S+\/slug 409$/)
  const name = `Barbearia São ${unique()}`
  const owner = await createOwnerWithPlan(backend, { tier: 'premium' })
  const { slug } = await createOwnBarbershop(owner.token, name)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAs(page, owner)
  await openPage(page, '/admin?aba=barbearias')
  const row = page.getByRole('article', { name })
  await row.getByRole('button', { name: `Divulgar de ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Divulgar' })
  await dialog.getByRole('button', { name: 'Mudar endereço' }).click()
  const field = dialog.getByLabel(/^Depois de/)
  await expect(field).toHaveValue(slug as string)
  await field.fill('admin')
  await dialog.getByRole('button', { name: 'Salvar endereço' }).click()
  await expect(dialog.getByRole('alert')).toContainText('reservado')
  const chosen = unique()
  await field.fill(`Régua ${chosen}`)
  await dialog.getByRole('button', { name: 'Salvar endereço' }).click()
  await expect(field).toBeHidden()
  await expect(dialog).toContainText(`/regua-${chosen}`)
  await holdTimers(page)
  await dialog.getByRole('button', { name: 'Copiar link' }).click()
  await expect(page.getByText('Link copiado')).toBeVisible()
  expect(await pasteCopiedText(page)).toBe(`${origin()}/regua-${chosen}`)
  await expectNoHorizontalScroll(page)
  const download = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Baixar Story 1080 × 1920 em PNG' }).click()
  expect((await download).suggestedFilename()).toBe(`story-regua-${chosen}.png`)

  const former = await page.request.get(`/${slug}`, { maxRedirects: 0 })
  expect([former.status(), former.headers().location]).toEqual([301, `/regua-${chosen}`])
  await openPage(page, `/${slug}`)
  await expect(page).toHaveURL(`/regua-${chosen}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  const canonical = page.locator('link[rel=canonical]')
  await expect(canonical).toHaveAttribute('href', `${origin()}/regua-${chosen}`)
  await expect(page.locator('meta[property="og:url"]')).toHaveAttribute('content', `${origin()}/regua-${chosen}`)
})

/** A site that allows scripts of the product only: no styles, images, frames or requests. */
async function startHostSite(slug: string) {
  const policy = `default-src 'none'; script-src ${origin()}`
  const html = `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Loja</title>
    <h1>Loja</h1><p>Texto</p><script async src="${origin()}/botao.js" data-barbearia="${slug}"></script>`
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.setHeader('content-security-policy', policy)
    response.end(html)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://localhost:${(server.address() as AddressInfo).port}/`, stop: () => server.close() }
}

test('the button on another site needs one script only, moves nothing and opens the booking', async ({
  page,
  backend,
  watch,
}) => {
  watch.expect(/^requested http:\/\/localhost:\d+\//)
  const owner = await createOwnerWithPlan(backend)
  const { slug } = await createOwnBarbershop(owner.token, `Botão ${unique()}`)
  const host = await startHostSite(slug as string)
  try {
    const violations: string[] = []
    page.on('console', (message) => void (message.type() === 'error' && violations.push(message.text())))
    const sizes: number[] = []
    page.on('response', async (response) => {
      if (response.url().startsWith(origin())) sizes.push((await response.body()).length)
    })
    await page.goto(host.url)
    const link = page.getByRole('link', { name: 'Agendar (abre em outra aba)' })
    await expect(link).toBeVisible()
    await expect(link).toHaveCSS('background-color', 'rgb(179, 38, 26)')
    await expect(link).toHaveAttribute('href', `${origin()}/agendar/${slug}`)
    const box = await link.boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(48)
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) =>
            resolve(list.getEntries().reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0)),
          ).observe({ type: 'layout-shift', buffered: true })
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)))
        }),
    )
    expect(shift).toBe(0)
    expect(violations.filter((text) => !text.includes('favicon'))).toEqual([])
    await expect.poll(() => sizes).toHaveLength(1)
    expect(sizes[0]).toBeLessThan(15_000)
    const [opened] = await Promise.all([page.waitForEvent('popup'), link.click()])
    // The page with the times, which needs no account. Without a barber it says that there is nothing to book.
    await expect(opened).toHaveURL(`${origin()}/${slug}?origem=link`)
    await expect(opened.getByText('Esta barbearia ainda não recebe agendamentos por aqui.')).toBeVisible()
  } finally {
    host.stop()
  }
})
