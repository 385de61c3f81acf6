import type { Page } from '@playwright/test'
import { openAlwaysOpenBarbershop } from './app/always-open-barbershop.ts'
import { addAppointment } from './app/appointments.ts'
import type { Backend } from './app/backend.ts'
import { openPage } from './steps/open-page.ts'
import { expectNoHorizontalScroll } from './steps/page-checks.ts'
import { createSignedInUser, signInAs } from './steps/users.ts'
import { expect, test } from './test.ts'

/** 39 characters without a space. */
const word = 'Anticonstitucionalissimamenterepresenta'

async function openScene(backend: Backend) {
  const { db } = backend
  const place = { latitude: -1.31, longitude: -61.87 }
  const { owner, barber, shop } = await openAlwaysOpenBarbershop(backend, place)
  const customer = await createSignedInUser(backend, { name: word, phone: '62977771234' })
  await db.updateTable('users').set({ name: word }).where('id', 'in', [owner.user.id, barber.user.id]).execute()
  await db.updateTable('barbershops').set({ name: word, neighborhood: word }).where('id', '=', shop.id).execute()
  await db.updateTable('services').set({ name: word }).where('id', '=', shop.serviceId).execute()
  const booked = { customerId: customer.user.id }
  for (const [status, hoursFromNow] of [
    ['COMPLETED', -48],
    ['CONFIRMED', 3],
    ['SCHEDULED', 5],
  ] as const)
    await addAppointment(backend, shop, { ...booked, status, hoursFromNow })
  await db.updateTable('appointments').set({ service_name: word }).where('barbershop_id', '=', shop.id).execute()
  const notification = { type: 'booking_confirmed', title: `Horário com ${word}`, message: `${word} confirmou.` }
  const user_id = customer.user.id
  await db
    .insertInto('notifications')
    .values({ ...notification, user_id, dedupe_key: `long-word:${user_id}` })
    .execute()
  return { customer, shop, place }
}

/** In the page: where the word is shown and a part of it is hidden by a box around it or by the edge of the screen. */
function listCut(name: string) {
  function rectsOf(text: Node, start: number): DOMRect[] {
    const range = document.createRange()
    range.setStart(text, start)
    range.setEnd(text, start + name.length)
    return [...range.getClientRects()]
  }

  /** The boxes around an element that hide what is wider. Undefined when the element is for screen readers only. */
  function listHidingBoxes(inner: Element): DOMRect[] | undefined {
    const boxes: DOMRect[] = []
    for (let element: Element | null = inner; element; element = element.parentElement) {
      const { overflowX, position } = getComputedStyle(element)
      const box = element.getBoundingClientRect()
      if (position === 'absolute' && box.width <= 1) return undefined
      if (overflowX === 'hidden' || overflowX === 'clip') boxes.push(box)
    }
    return boxes
  }

  const isOutside = (rect: DOMRect, box: DOMRect) =>
    rect.right > box.right + 1 || rect.left < box.left - 1 || rect.bottom > box.bottom + 2

  const cut: string[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { parentElement: parent, textContent } = texts.currentNode
    const start = textContent?.indexOf(name) ?? -1
    if (!parent || start < 0 || !parent.checkVisibility({ visibilityProperty: true })) continue
    const boxes = listHidingBoxes(parent)
    const isCut = rectsOf(texts.currentNode, start).some(
      (rect) => rect.right > innerWidth + 1 || boxes?.some((box) => isOutside(rect, box)),
    )
    if (boxes && isCut) cut.push(parent.outerHTML.slice(0, 300))
  }
  return cut
}

async function expectWhole(page: Page) {
  await expect(page.getByText(word).filter({ visible: true }).first()).toBeVisible()
  expect(await page.evaluate(listCut, word), page.url()).toEqual([])
  await expectNoHorizontalScroll(page)
}

test('a word of 39 letters breaks in the lists and notifications of a customer', async ({ page, backend }) => {
  const { customer, shop, place } = await openScene(backend)
  await signInAs(page, customer)
  await openPage(page, `/barbershop/${shop.id}`)
  await expectWhole(page)
  await openPage(page, `/barbershop/${shop.id}/booking/any/${shop.serviceId}`)
  await expectWhole(page)
  await openPage(page, '/customer/appointments')
  await expectWhole(page)
  await openPage(page, '/notifications')
  await expectWhole(page)
  await page.getByRole('button', { name: /^Notificações/ }).click()
  await expectWhole(page)
  // The server looks for changes every second.
  await expect(async () => {
    await openPage(page, `/?lat=${place.latitude}&lon=${place.longitude}&radius=1`)
    await expectWhole(page)
  }).toPass()
})
