import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { type ComponentType, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { PhoneField } from './phone-field.tsx'
import { NewPasswordFields, TextArea, TextField } from './text-field.tsx'

afterEach(() => {
  cleanup()
  document.body.innerHTML = ''
})

/** Hydrates what the server rendered, in which `texts` were typed before. The fields are rendered once more afterwards. */
async function hydrateTyped(Fields: ComponentType, ...texts: string[]) {
  const frame = document.body.appendChild(document.createElement('div'))
  frame.innerHTML = renderToString(<Fields />)
  const fields = [...frame.querySelectorAll('input, textarea')] as HTMLInputElement[]
  for (const [index, text] of texts.entries()) (fields[index] as HTMLInputElement).value = text
  for (const field of fields) if (field.value) field.dispatchEvent(new Event('input', { bubbles: true }))
  // An icon of a field is loaded late, which this way of rendering reports.
  const root = await act(async () => hydrateRoot(frame, <Fields />, { onRecoverableError: () => undefined }))
  await act(async () => root.render(<Fields />))
  return fields.map(({ value }) => value)
}

const report = vi.fn()
afterEach(() => report.mockClear())

function Name({ initial = '' }) {
  const [name, setName] = useState(initial)
  report(name)
  return <TextField label="Nome" value={name} onChange={({ target }) => setName(target.value)} />
}

function Note({ initial = '' }) {
  const [note, setNote] = useState(initial)
  report(note)
  return <TextArea label="Recado" value={note} onChange={({ target }) => setNote(target.value)} />
}

test('what was typed before hydration stays, and its form knows it', async () => {
  expect(await hydrateTyped(Name, 'Beto')).toEqual(['Beto'])
  expect(report).toHaveBeenLastCalledWith('Beto')
})

test('a text of the server that was changed before hydration is that of the user', async () => {
  expect(await hydrateTyped(() => <Name initial="Ana" />, 'Ana Paula')).toEqual(['Ana Paula'])
})

test('several lines stay too', async () => {
  expect(await hydrateTyped(Note, 'Chego\nàs 15h')).toEqual(['Chego\nàs 15h'])
  expect(report).toHaveBeenLastCalledWith('Chego\nàs 15h')
})

test('a new password stays, with its confirmation', async () => {
  const field = { label: 'Senha', name: 'password', error: undefined }
  const confirmation = { label: 'De novo', name: 'confirmation', error: undefined }
  const Fields = () => <NewPasswordFields password={field} confirmation={confirmation} strength={report} />
  expect(await hydrateTyped(Fields, 'segredo', 'segredo')).toEqual(['segredo', 'segredo'])
  expect(report).toHaveBeenLastCalledWith('segredo')
})

test('a phone number gets its mask, and its form the digits', async () => {
  const Fields = () => <PhoneField label="Telefone" name="phone" onPhone={report} />
  expect(await hydrateTyped(Fields, '62 999990000')).toEqual(['(62) 99999-0000'])
  expect(report).toHaveBeenLastCalledWith('62999990000')
})

test('an untouched field reports nothing, whatever it contains', async () => {
  const Phone = () => <PhoneField label="Telefone" name="phone" defaultValue="62999990000" onPhone={report} />
  expect(await hydrateTyped(Phone)).toEqual(['(62) 99999-0000'])
  expect(report).not.toHaveBeenCalled()
  const onChange = vi.fn()
  render(<TextArea label="Recado" value={'Chego\r\nàs 15h'} onChange={onChange} />)
  render(<TextField label="Prazo" type="number" value={30} onChange={onChange} />)
  expect(onChange).not.toHaveBeenCalled()
  fireEvent.change(screen.getByLabelText('Prazo'), { target: { value: '31' } })
  expect(onChange).toHaveBeenCalledOnce()
})
