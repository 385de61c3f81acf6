import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { MinutesField, MoneyField } from './amount-input.tsx'

afterEach(cleanup)

const values: (number | undefined)[] = []

function open(Field: typeof MoneyField, initial: number | undefined) {
  values.length = 0
  function Form() {
    const [value, setValue] = useState(initial)
    function change(next: number | undefined) {
      values.push(next)
      setValue(next)
    }
    return <Field label="Valor" value={value} onValue={change} />
  }
  render(<Form />)
  return screen.getByLabelText<HTMLInputElement>('Valor')
}

function paste(field: HTMLInputElement, text: string) {
  fireEvent.change(field, { target: { value: text } })
}

function type(field: HTMLInputElement, text: string) {
  for (const [index] of [...text].entries()) paste(field, text.slice(0, index + 1))
}

/** What is entered, its cents, and what the field shows when it was left. */
const amounts: [string, number, string][] = [
  ['1.200,00', 120_000, 'R$ 1.200,00'],
  ['1.200', 120_000, 'R$ 1.200,00'],
  ['1200', 120_000, 'R$ 1.200,00'],
  ['45.50', 4550, 'R$ 45,50'],
  ['45,5', 4550, 'R$ 45,50'],
  [',5', 50, 'R$ 0,50'],
  ['60,00', 6000, 'R$ 60,00'],
  ['R$ 60', 6000, 'R$ 60,00'],
  ['1,200.00', 120_000, 'R$ 1.200,00'],
  ['0', 0, 'R$ 0,00'],
]

describe.each([
  ['typed', type],
  ['pasted', paste],
])('an amount that is %s', (_, enter) => {
  test.each(amounts)('%s means so many cents [5.12]', (text, cents, shown) => {
    const field = open(MoneyField, 5000)
    expect(field.value).toBe('R$ 50,00')
    enter(field, text)
    expect(field.value).toBe(text)
    expect(values.at(-1)).toBe(cents)
    fireEvent.blur(field)
    expect(field.value).toBe(shown)
  })
})

test('what is no amount stays to be corrected', () => {
  const field = open(MoneyField, 5000)
  type(field, '45,999')
  expect(values.at(-1)).toBeNaN()
  fireEvent.blur(field)
  expect(field.value).toBe('45,999')
  type(field, '')
  paste(field, '')
  expect(values.at(-1)).toBeUndefined()
  fireEvent.blur(field)
  expect(field.value).toBe('')
})

test.each([
  ['30', 30, '30'],
  ['1h30', 90, '90'],
  ['45 min', 45, '45'],
])('a duration of %s', (text, minutes, shown) => {
  const field = open(MinutesField, undefined)
  type(field, text)
  expect(values.at(-1)).toBe(minutes)
  fireEvent.blur(field)
  expect(field.value).toBe(shown)
})
