import { checkAccessibility } from './steps/accessibility.ts'
import { openPage } from './steps/open-page.ts'
import { readFromEmail } from './steps/read-email.ts'
import { newEmail } from './steps/users.ts'
import { expect, test } from './test.ts'

test('an anonymous user reads the questions and sends a message [1.8, 2.26, 9.12]', async ({ page }) => {
  const main = page.getByRole('main')
  await test.step('opens one question after the other', async () => {
    await openPage(page, '/')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Perguntas frequentes' }).click()
    await expect(page).toHaveURL('/faq')
    await expect(main.locator('summary')).toHaveCount(8)
    await main.getByText('Posso remarcar ou cancelar?').click()
    await expect(main.getByText(/Recomendamos remarcar com pelo menos 2\sh/)).toBeVisible()
    await main.getByText('Quanto custa usar?').focus()
    await page.keyboard.press('Enter')
    await expect(main.getByText(/Não cobramos comissão/)).toBeVisible()
    await expect(main.getByText(/Recomendamos remarcar com pelo menos 2\sh/)).toBeHidden()
    await checkAccessibility(page)
  })

  const email = newEmail()
  const subject = 'Não achei a minha rua'
  await test.step('gets an error for each missing field, and keeps the input', async () => {
    await main.getByRole('link', { name: 'Escreva para a gente' }).click()
    await expect(page).toHaveURL('/contato')
    const send = main.getByRole('button', { name: 'Enviar mensagem' })
    await send.click()
    await expect(main.getByLabel('Nome')).toBeFocused()
    await main.getByLabel('Nome').fill('Íris Conceição')
    await main.getByLabel('E-mail').fill(email)
    await main.getByLabel('Assunto').fill(subject)
    await main.getByLabel('Mensagem').fill('A minha rua não está no mapa.\n\nObrigada pela atenção.')
    await send.click()
    await expect(main.getByText('Complete o captcha para continuar.')).toBeVisible()
    await expect(main.getByLabel('Assunto')).toHaveValue(subject)
    await checkAccessibility(page)
  })

  await test.step('sends it, and the email contains the address to reply to', async () => {
    await main.getByText('Eu não sou um robô').click()
    await expect(main.getByRole('checkbox')).toBeChecked()
    await main.getByRole('button', { name: 'Enviar mensagem' }).click()
    await expect(main.getByRole('status').filter({ hasText: 'Mensagem enviada' })).toBeFocused()
    expect(await readFromEmail('contato@naregua.test', new RegExp(email))).toBe(email)
    await openPage(page, '/dev/outbox')
    const received = page.getByRole('article').filter({ hasText: email })
    await expect(received.getByRole('heading')).toHaveText(`Contato: ${subject}`)
  })
})

test('the old path of the contact page redirects, and a signed-in user enters no name and email [2.17]', async ({
  page,
  customer,
}) => {
  await openPage(page, '/contact')
  await expect(page).toHaveURL('/contato')
  const main = page.getByRole('main')
  await expect(main.getByLabel('Nome')).toHaveValue(customer.user.name)
  await expect(main.getByLabel('E-mail')).toHaveCount(0)
  await main.getByLabel('Assunto').fill('Elogio')
  await main.getByLabel('Mensagem').fill('Marcou, foi meu.')
  await main.getByRole('button', { name: 'Enviar mensagem' }).click()
  await expect(main.getByText('Mensagem enviada')).toBeVisible()
  expect(await readFromEmail('contato@naregua.test', new RegExp(customer.email))).toBe(customer.email)
})

test('a link to each public page has an image, and /favicon.ico is an icon', async ({ request }) => {
  for (const path of ['/', '/become-owner', '/sobre', '/contato', '/termos', '/privacidade', '/faq', '/login']) {
    const html = await (await request.get(path)).text()
    const [, address = ''] = /<meta property="og:image" content="([^"]+)"/.exec(html) ?? []
    expect(address, path).toMatch(/^https?:\/\//)
    const image = await request.get(new URL(address).pathname)
    expect([image.status(), image.headers()['content-type']], path).toEqual([200, 'image/jpeg'])
  }
  const icon = await request.get('/favicon.ico')
  expect(icon.status()).toBe(200)
  expect(icon.headers()['content-type']).toMatch(/^image\/(x-icon|vnd\.microsoft\.icon)/)
})
