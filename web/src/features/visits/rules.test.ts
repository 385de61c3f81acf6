import type { Appointment } from '@na-regua/contract/appointments'
import type { Visit } from '@na-regua/contract/visits'
import { expect, test } from 'vitest'
import {
  amountsOf,
  changeOf,
  describeClosing,
  describeSubmit,
  findProblem,
  linesOfAppointment,
  newLine,
  newPayment,
  receiptOf,
  toLineInputs,
  toPaymentInputs,
} from './rules.ts'

const cut = newLine({ kind: 'service', serviceId: 'corte', barberId: 'beto', name: 'Corte', unitCents: 5000 })
const pomade = newLine({ kind: 'product', productId: 'pomada', name: 'Pomada', unitCents: 4000, quantity: 2 })

test('the services of an appointment sum to the price that was agreed', () => {
  const services = [
    { id: 'corte', name: 'Corte', durationMin: 30, priceCents: 5000 },
    { id: null, name: 'Barba', durationMin: 20, priceCents: 5000 },
  ]
  const lines = linesOfAppointment({ services, priceCents: 7999, barber: { id: 'beto' } } as Appointment)
  expect(lines.map(({ name, unitCents }) => [name, unitCents])).toEqual([
    ['Corte', 4000],
    ['Barba', 3999],
  ])
  expect(toLineInputs(lines)[1]).toEqual({
    kind: 'service',
    name: 'Barba',
    barberId: 'beto',
    quantity: 1,
    unitCents: 3999,
  })
})

test('what was begun from the queue without network has the listed price, a courtesy of an appointment has none', () => {
  const services = [{ id: 'corte', name: 'Corte', durationMin: 30, priceCents: 0 }]
  const listed = [{ id: 'corte', name: 'Corte', priceCents: 5000 }]
  const begun = { services, priceCents: 0, barber: { id: 'beto' }, version: 0 } as Appointment
  expect(linesOfAppointment(begun, listed)).toMatchObject([{ unitCents: 5000 }])
  expect(linesOfAppointment({ ...begun, version: 1 }, listed)).toMatchObject([{ unitCents: 0 }])
})

test('what would be lost with a refusal is each item and each payment', () => {
  const cash = { ...newPayment('cash'), tenderedCents: 15_000 }
  expect(describeClosing({ lines: [cut, pomade], payments: [cash] })).toEqual([
    'Corte: R$\u00a050,00',
    '2 × Pomada: R$\u00a080,00',
    'Dinheiro, troco de R$\u00a020,00: R$\u00a0130,00',
  ])
})

test('the last payment takes the rest', () => {
  const pix = { ...newPayment('pix'), amountCents: 3000 }
  const draft = { lines: [cut, pomade], payments: [pix, newPayment('cash')] }
  expect(amountsOf(draft)).toEqual([3000, 10_000])
  expect(toPaymentInputs(draft)).toMatchObject([
    { method: 'pix', amountCents: 3000 },
    { method: 'cash', amountCents: 10_000 },
  ])
  expect(describeSubmit(draft)).toBe('Receber R$\u00a0130,00')
})

test('a discount and its reason are sent, what is not of the method is not', () => {
  const line = { ...cut, discountCents: 1000, discountBorneBy: 'barber' as const, discountReason: ' Amigo ' }
  expect(toLineInputs([line])).toMatchObject([
    { discountCents: 1000, discountBorneBy: 'barber', discountReason: 'Amigo' },
  ])
  const payment = { ...newPayment('pix'), tenderedCents: 9000, cardBrand: 'Visa', isReceived: true }
  expect(toPaymentInputs({ lines: [line], payments: [payment] })).toEqual([
    { id: payment.id, method: 'pix', amountCents: 4000, isReceived: true },
  ])
})

test('a courtesy has no payment', () => {
  const draft = { lines: [{ ...cut, discountCents: 5000 }], payments: [newPayment('pix')] }
  expect([findProblem(draft), toPaymentInputs(draft), describeSubmit(draft)]).toEqual([
    undefined,
    [],
    'Fechar sem cobrar',
  ])
})

test.each([
  [{ lines: [{ ...cut, unitCents: Number.NaN }], payments: [newPayment('pix')] }, `unit ${cut.key}`, 'Informe o valor'],
  [
    { lines: [pomade, { ...cut, discountCents: Number.NaN }], payments: [newPayment('pix')] },
    `discount ${cut.key}`,
    'Confira o desconto',
  ],
  [
    { lines: [{ ...cut, discountCents: 5001 }, pomade], payments: [newPayment('pix')] },
    `discount ${cut.key}`,
    'Não pode passar do preço',
  ],
  [
    { lines: [cut], payments: [{ ...newPayment('pix'), id: 'a', amountCents: 6000 }, newPayment('cash')] },
    'amount a',
    'Passa do total em R$\u00a010,00',
  ],
  [
    { lines: [cut], payments: [{ ...newPayment('pix'), id: 'a', amountCents: 5000 }, newPayment('cash')] },
    'amount a',
    'Não sobra nada para o último',
  ],
  [{ lines: [cut], payments: [{ ...newPayment('pix'), id: 'a' }, newPayment('cash')] }, 'amount a', 'Informe o valor'],
  [
    { lines: [cut], payments: [{ ...newPayment('cash'), id: 'a', tenderedCents: 4999 }] },
    'tendered a',
    'É menos que o valor',
  ],
])('says what is wrong, and where: %#', (draft, field, text) => {
  expect(findProblem(draft)).toMatchObject({ field, text })
})

test('cash that is enough closes', () => {
  expect(findProblem({ lines: [cut], payments: [{ ...newPayment('cash'), tenderedCents: 10_000 }] })).toBeUndefined()
})

test('change is what the cash is above the amount', () => {
  expect(changeOf({ ...newPayment('cash'), tenderedCents: 10_000 }, 5000)).toBe(5000)
  expect(changeOf(newPayment('cash'), 5000)).toBeUndefined()
})

test('the receipt says what the customer had and how they paid', () => {
  const line = { name: 'Pomada', quantity: 2, unitCents: 4000, discountCents: 500 }
  const visit = {
    number: 7,
    lines: [line],
    payments: [{ method: 'pix', amountCents: 7500 }],
    totalCents: 7500,
  } as Visit
  expect(receiptOf(visit, '12/03/2026')).toBe(
    'Comanda 7, 12/03/2026\n2 × Pomada: R$\u00a075,00\nTotal: R$\u00a075,00\nPix: R$\u00a075,00',
  )
  const url = 'https://naregua.test/recibo#1.2'
  expect(receiptOf(visit, '12/03/2026', url)).toMatch(/\nComprovante: https:\/\/naregua\.test\/recibo#1\.2$/)
})
