import { axeCheck } from './steps/accessibility.ts'
import { newAddress } from './steps/people.ts'
import { readLetter } from './steps/read-code.ts'
import { visit } from './steps/visit.ts'
import { expect, test } from './test.ts'

test('a visitor looks for an answer, does not find it, and writes', { tag: '@phone' }, async ({ page }) => {
  const main = page.getByRole('main')
  await test.step('opens one answer after the other', async () => {
    await visit(page, '/')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Perguntas frequentes' }).click()
    await expect(page).toHaveURL('/faq')
    await expect(main.locator('summary')).toHaveCount(8)
    await main.getByText('Posso remarcar ou cancelar?').click()
    await expect(main.getByText(/Recomendamos remarcar com pelo menos 2 horas/)).toBeVisible()
    await main.getByText('Quanto custa usar?').focus()
    await page.keyboard.press('Enter')
    await expect(main.getByText(/Não cobramos comissão/)).toBeVisible()
    await expect(main.getByText(/Recomendamos remarcar com pelo menos 2 horas/)).toBeHidden()
    await axeCheck(page)
  })

  const [email, subject] = [newAddress(), 'Não achei a minha rua']
  await test.step('is told field by field what is missing, and loses no word', async () => {
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
    await axeCheck(page)
  })

  await test.step('sends it, and it arrives with the way to answer', async () => {
    await main.getByText('Eu não sou um robô').click()
    await expect(main.getByRole('checkbox')).toBeChecked()
    await main.getByRole('button', { name: 'Enviar mensagem' }).click()
    await expect(main.getByRole('status').filter({ hasText: 'Mensagem enviada' })).toBeFocused()
    expect(await readLetter('contato@naregua.test', new RegExp(email))).toBe(email)
    await visit(page, '/dev/outbox')
    const letter = page.getByRole('article').filter({ hasText: email })
    await expect(letter.getByRole('heading')).toHaveText(`Contato: ${subject}`)
  })
})

test('the other name of the contact page leads to it, and who is logged in only writes', { tag: '@phone' }, async ({
  page,
  customer,
}) => {
  await visit(page, '/contact')
  await expect(page).toHaveURL('/contato')
  const main = page.getByRole('main')
  await expect(main.getByLabel('Nome')).toHaveValue(customer.user.name)
  await expect(main.getByLabel('E-mail')).toHaveCount(0)
  await main.getByLabel('Assunto').fill('Elogio')
  await main.getByLabel('Mensagem').fill('Marcou, foi meu.')
  await main.getByRole('button', { name: 'Enviar mensagem' }).click()
  await expect(main.getByText('Mensagem enviada')).toBeVisible()
  expect(await readLetter('contato@naregua.test', new RegExp(customer.email))).toBe(customer.email)
})
