import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { type ComponentProps, useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { DaySlotsView } from './day-slots.tsx'

afterEach(cleanup)

type Shown = Partial<ComponentProps<typeof DaySlotsView>>

/** Stands for a button of another feature that opens a dialog. */
function Request() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Pedir
      </button>
      {isOpen && (
        <dialog open>
          <input aria-label="Preço" />
        </dialog>
      )}
    </>
  )
}

let show: (next: Shown) => void

function View({ initial }: { initial: Shown }) {
  const [shown, setShown] = useState(initial)
  show = setShown
  return (
    <DaySlotsView
      day={undefined}
      skipped={undefined}
      missed={undefined}
      note={undefined}
      selected={undefined}
      durationMin={30}
      workingHours={[]}
      terms=""
      isError={false}
      remedies={<Request />}
      onSelect={() => undefined}
      onRetry={() => undefined}
      {...shown}
    />
  )
}

function open(initial: Shown) {
  const router = createMemoryRouter([{ path: '*', element: <View initial={initial} /> }])
  render(<RouterProvider router={router} />)
}

const day = (...slots: string[]) => ({ date: '2026-11-24', slots, isClosed: false })
const price = () => screen.getByLabelText<HTMLInputElement>('Preço')

test.each<[string, Shown]>([
  ['the day gets a slot', { day: day('10:00') }],
  ['another day is shown', { day: day('10:00'), skipped: 'Terça está lotada.' }],
  ['the slots do not load', { isError: true }],
  ['the slots load again', {}],
])('a dialog that is open on a full day stays, with what was typed, when %s', async (_, next) => {
  open({ day: day() })
  fireEvent.click(screen.getByRole('button', { name: 'Pedir' }))
  fireEvent.change(price(), { target: { value: '60' } })
  const field = price()
  show(next)
  await screen.findByText(/10:00|Erro ao carregar|^Carregando horários\.\.\.$/, { ignore: '[role=status]' })
  expect(price()).toBe(field)
  expect(field.value).toBe('60')
})

test('a day without slots says that none is free [2.67]', () => {
  open({ day: day() })
  expect(screen.getByText('Nenhum horário disponível no momento.')).toBeTruthy()
})

test('who never missed a slot gets no other way', () => {
  open({ day: day('10:00') })
  expect(screen.queryByRole('button', { name: 'Pedir' })).toBeNull()
})

test('until the slots of another day are shown, those of the earlier one can not be chosen', async () => {
  open({ day: day('10:00') })
  const area = screen.getByText('10:00').closest('[role=radiogroup]')?.parentElement?.parentElement as HTMLElement
  const states: string[] = []
  const observer = new MutationObserver(() => {
    const times = [...area.querySelectorAll('input')].map(({ value }) => value)
    states.push(`${times.join()}${area.hasAttribute('inert') ? ', inert' : ''}`)
  })
  observer.observe(area, { attributes: true, childList: true, subtree: true })
  show({ day: { ...day('11:00'), date: '2026-11-25' } })
  await screen.findByText('11:00')
  observer.disconnect()
  expect([...new Set(states)]).toEqual(['10:00, inert', '11:00'])
})
