import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { PhoneField } from './phone-field.tsx'

const report = vi.fn()

afterEach(() => {
  cleanup()
  report.mockClear()
})

function open(props: { defaultValue?: string; isBrazilian?: boolean } = {}) {
  render(<PhoneField label="Telefone" name="phone" onPhone={report} {...props} />)
  return screen.getByLabelText<HTMLInputElement>('Telefone')
}

/** As a browser does: the new text of the whole field, and how it came about. */
function enter(field: HTMLInputElement, text: string, inputType?: string) {
  fireEvent.input(field, { target: { value: text }, ...(inputType && { inputType }) })
}

/** One key after another at the end, through whatever the field shows. */
function type(field: HTMLInputElement, text: string) {
  for (const key of text) enter(field, field.value + key, 'insertText')
}

const problem = () => screen.queryByText(/\.$/)?.textContent

/** Input, what the field shows, and what the form receives. */
const numbers: [string, string, string][] = [
  ['(62) 98765-4321', '(62) 98765-4321', '62987654321'],
  ['(62)987654321', '(62) 98765-4321', '62987654321'],
  ['62987654321', '(62) 98765-4321', '62987654321'],
  ['(62) 3232-1234', '(62) 3232-1234', '6232321234'],
  ['+55 62 98765-4321', '(62) 98765-4321', '62987654321'],
  ['5511987654321', '(11) 98765-4321', '11987654321'],
  ['0055 62 98765-4321', '(62) 98765-4321', '62987654321'],
  ['011 98765-4321', '(11) 98765-4321', '11987654321'],
  ['0 15 62 98765-4321', '(62) 98765-4321', '62987654321'],
  ['055 98765-4321', '(55) 98765-4321', '55987654321'],
  ['(55) 98765-4321', '(55) 98765-4321', '55987654321'],
  ['+351 912 345 678', '+351912345678', '+351912345678'],
  ['+1 (305) 555-0123', '+13055550123', '+13055550123'],
]

describe.each([
  ['pasted', 'insertFromPaste'],
  ['filled in by the browser', undefined],
  ['filled in by a keyboard', 'insertReplacementText'],
])('a number that is %s', (_, inputType) => {
  test.each([
    ...numbers,
    ['\u202a+55\u00a062\u00a098765\u20114321\u202c', '(62) 98765-4321', '62987654321'],
    ['tel:+55-62-98765-4321', '(62) 98765-4321', '62987654321'],
  ])('%s', (text, shown, phone) => {
    const field = open()
    enter(field, text, inputType)
    expect(field.value).toBe(shown)
    expect(report).toHaveBeenLastCalledWith(phone)
    expect(problem()).toBeUndefined()
  })
})

test.each(numbers)('a number that is typed: %s [5.11]', (text, shown, phone) => {
  const field = open()
  type(field, text)
  expect(report).toHaveBeenLastCalledWith(phone)
  fireEvent.blur(field)
  expect(field.value).toBe(shown)
  expect(report).toHaveBeenLastCalledWith(phone)
  expect(problem()).toBeUndefined()
})

test('a paste replaces a number of the same length', () => {
  const field = open({ defaultValue: '62987654321' })
  enter(field, '+55 11 91234-5678', 'insertFromPaste')
  expect(field.value).toBe('(11) 91234-5678')
})

test('the mask grows with the number', () => {
  const field = open()
  const shown = [...'62987654321'].map((key) => {
    type(field, key)
    return field.value
  })
  expect(shown).toEqual([
    '(6',
    '(62',
    '(62) 9',
    '(62) 98',
    '(62) 987',
    '(62) 9876',
    '(62) 9876-5',
    '(62) 9876-54',
    '(62) 9876-543',
    '(62) 9876-5432',
    '(62) 98765-4321',
  ])
  expect(shown.every((text) => text.length <= 15)).toBe(true)
})

test.each([
  ['98765-4321', '(98) 7654-321', /DDD/],
  ['(62) 98765-43210', '629876543210', /dígitos demais/],
  ['(62) 98765-4321 / 3232-1234', '6298765432132321234', /dígitos demais/],
  ['(10) 98765-4321', '(10) 98765-4321', /DDD não existe/],
  ['(62) 8765-4321', '(62) 8765-4321', /nono dígito/],
  ['00000000000', '00000000000', /não existe/],
])('what is no number is kept and reported: %s', (text, shown, message) => {
  const pasted = open()
  enter(pasted, text, 'insertFromPaste')
  expect(pasted.value).toBe(shown)
  expect(problem()).toMatch(message)
  expect(pasted.getAttribute('aria-invalid')).toBe('true')
  cleanup()
  const typed = open()
  type(typed, text)
  fireEvent.blur(typed)
  expect(typed.value).toBe(shown)
  expect(problem()).toMatch(message)
})

test('one digit too many is reported while it is typed, a number that is not complete only after it', () => {
  const field = open()
  type(field, '6298765')
  expect(problem()).toBeUndefined()
  type(field, '43210')
  expect(field.value).toBe('629876543210')
  expect(problem()).toMatch(/dígitos demais/)
  enter(field, field.value.slice(0, -1), 'deleteContentBackward')
  expect(field.value).toBe('(62) 98765-4321')
  expect(problem()).toBeUndefined()
})

test('a number from abroad is reported where it must be Brazilian', () => {
  const field = open({ isBrazilian: true })
  enter(field, '+351 912 345 678', 'insertFromPaste')
  expect(field.value).toBe('+351912345678')
  expect(problem()).toBe('Informe um telefone do Brasil, com DDD.')
})
