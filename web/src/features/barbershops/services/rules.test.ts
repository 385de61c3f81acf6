import { expect, test } from 'vitest'
import {
  areServicesValid,
  changeTerms,
  createComboDraft,
  createServiceDraft,
  editDraft,
  findServiceErrors,
  fromServiceDrafts,
  isDraftProvidedBy,
  removeService,
  type ServiceDraft,
  togglePart,
  usualServices,
} from './rules.ts'

test('a new service lasts 30 minutes, costs R$ 50,00, is active and has no name [3.4, 9.11]', () => {
  expect(createServiceDraft()).toMatchObject({ name: '', durationMin: 30, priceCents: 5000, isActive: true })
  expect(areServicesValid([createServiceDraft()])).toBe(false)
  expect(areServicesValid([createServiceDraft('Corte')])).toBe(true)
  expect(areServicesValid([])).toBe(true)
})

test('a usual service has its own duration and price', () => {
  expect(createServiceDraft('Barba')).toMatchObject({ name: 'Barba', durationMin: 30, priceCents: 3500 })
  const drafts = Object.keys(usualServices).map(createServiceDraft)
  expect(drafts.length).toBeGreaterThanOrEqual(10)
  expect(areServicesValid(drafts)).toBe(true)
  // The durations fit the grid of a new barbershop.
  expect(drafts.every(({ durationMin = 0, priceCents = 0 }) => durationMin % 5 === 0 && priceCents % 500 === 0)).toBe(
    true,
  )
})

test.each([
  [{ durationMin: 0 }, { durationMin: 'A duração deve ser maior que zero.' }],
  [{ durationMin: undefined }, { durationMin: 'A duração deve ser maior que zero.' }],
  [{ durationMin: 721 }, { durationMin: 'A duração vai até 720 minutos.' }],
  [{ durationMin: 30.5 }, { durationMin: 'Use minutos inteiros, como 30 ou 45.' }],
  [{ durationMin: Number.NaN }, { durationMin: 'Use minutos inteiros, como 30 ou 45.' }],
  [{ priceCents: undefined }, { priceCents: 'Informe o preço.' }],
  [{ priceCents: Number.NaN }, { priceCents: 'Informe o preço em reais, como 45 ou 45,50.' }],
  [{ priceCents: 10_000_001 }, { priceCents: 'O preço vai até R$ 100.000,00.' }],
  [{ priceCents: 0 }, {}],
  [{ name: ' ' }, { name: 'Dê um nome ao serviço.' }],
  [{ bufferMin: 121 }, { bufferMin: 'De 0 a 120 minutos.' }],
  [{ bufferMin: 2.5 }, { bufferMin: 'Use minutos inteiros, como 30 ou 45.' }],
  [
    { terms: { rui: { isProvided: true, durationMin: Number.NaN } } },
    { terms: 'De um barbeiro: Use minutos inteiros, como 30 ou 45.' },
  ],
  [
    { terms: { rui: { isProvided: true, priceCents: Number.NaN } } },
    { terms: 'De um barbeiro: Informe o preço em reais, como 45 ou 45,50.' },
  ],
])('a service with %j', (change, errors) => {
  expect(findServiceErrors({ ...createServiceDraft('Corte'), ...change })).toEqual(errors)
})

const plain = { description: null, bufferMin: 0, isActive: true, category: null, includes: null, barbers: [] }

test('the request has the order, the ids of saved services, and no blank texts', () => {
  const known = { ...createServiceDraft('Corte'), name: ' Corte ', id: 'a', description: ' ' }
  expect(fromServiceDrafts([known, createServiceDraft('Barba')])).toEqual([
    { id: 'a', name: 'Corte', ...plain, durationMin: 40, priceCents: 4500 },
    { name: 'Barba', ...plain, durationMin: 30, priceCents: 3500 },
  ])
})

test('a combo adds up its services, keeps its discount, and ends without two of them', () => {
  const [cut, beard, brows] = ['Corte', 'Barba', 'Sobrancelha'].map(createServiceDraft) as [
    ServiceDraft,
    ServiceDraft,
    ServiceDraft,
  ]
  let combo: ServiceDraft = { ...createComboDraft(), name: 'Completo' }
  const add = (part: ServiceDraft) => Object.assign(combo, togglePart([cut, beard, brows], combo, part.key))
  add(cut)
  expect(findServiceErrors(combo).includes).toBe('Um combo junta de 2 a 5 serviços.')
  add(beard)
  expect(combo).toMatchObject({ durationMin: 70, priceCents: 8000, includes: [cut.key, beard.key] })
  combo = { ...combo, priceCents: 7000 }
  add(brows)
  expect(combo).toMatchObject({ durationMin: 85, priceCents: 8500 })
  expect(areServicesValid([combo])).toBe(true)
  const services = [cut, combo, beard, brows]
  expect(fromServiceDrafts(services)[1]).toMatchObject({ category: 'Combos', includes: [0, 2, 3] })
  const [left] = removeService(removeService(services, beard.key), brows.key).slice(1)
  expect(left?.includes).toEqual([cut.key])
})

test('what was typed for a combo before its parts is kept, whatever is added and removed', () => {
  const parts = ['Corte', 'Barba', 'Sobrancelha'].map(createServiceDraft)
  const add = (draft: ServiceDraft, index: number) =>
    editDraft(draft, togglePart(parts, draft, (parts[index] as ServiceDraft).key))
  const typed = editDraft(editDraft(createComboDraft(), { priceCents: 900 }), { priceCents: 9000 })
  const whole = [0, 1, 2].reduce(add, typed)
  expect(whole).toMatchObject({ priceCents: 9000, durationMin: 40 + 30 + 15 })
  expect(add(whole, 2)).toMatchObject({ priceCents: 9000, durationMin: 70 })
  const lasting = [0, 1].reduce(add, editDraft(createComboDraft(), { durationMin: 50 }))
  expect(lasting).toMatchObject({ durationMin: 50, priceCents: 4500 + 3500 })
  const emptied = editDraft(editDraft(createComboDraft(), { priceCents: 9000 }), { priceCents: undefined })
  expect([0, 1].reduce(add, emptied)).toMatchObject({ priceCents: 8000 })
  expect(fromServiceDrafts([whole])[0]).not.toHaveProperty('typed')
})

test('what a barber does as the barbershop is not sent, and who leaves out a service leaves out its combos', () => {
  const cut = createServiceDraft('Corte')
  const combo = { ...createComboDraft(), includes: [cut.key] }
  const dearer = { ...cut, ...changeTerms(cut, 'ana', { priceCents: 6000 }) }
  expect(fromServiceDrafts([dearer])[0]?.barbers).toEqual([{ barberId: 'ana', isProvided: true, priceCents: 6000 }])
  expect(changeTerms(dearer, 'ana', { priceCents: undefined })).toEqual({ terms: {} })
  const without = { ...cut, ...changeTerms(cut, 'beto', { isProvided: false }) }
  const services = [without, combo]
  expect(['ana', 'beto'].map((barberId) => isDraftProvidedBy(services, combo, barberId))).toEqual([true, false])
  const short = { ...cut, ...changeTerms(cut, 'ana', { durationMin: 0 }) }
  expect(findServiceErrors(short).terms).toBe('De um barbeiro: A duração deve ser maior que zero.')
})
