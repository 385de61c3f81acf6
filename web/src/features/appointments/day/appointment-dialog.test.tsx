import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createAppointment } from '../../../../test/samples.ts'
import { Toasts } from '../../../ui/toast-region.tsx'
import { useMoveDialog } from './appointment-dialog.tsx'
import type { Moves } from './use-moves.ts'

vi.mock('./move-dialog.tsx', () => {
  throw new Error('offline')
})
vi.spyOn(console, 'warn').mockReturnValue()

afterEach(cleanup)

function Board() {
  const [dialog, openDialog] = useMoveDialog({} as Moves)
  return (
    <>
      <button type="button" onClick={() => openDialog(createAppointment('a1', 'CONFIRMED'))}>
        Mudar horário
      </button>
      {dialog}
    </>
  )
}

test('offline, the dialog for another time says that it cannot open, and the board stays', async () => {
  render(<Board />)
  render(<Toasts />)
  await act(async () => screen.getByRole('button', { name: 'Mudar horário' }).click())
  expect(await screen.findByText('Não foi possível abrir')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Mudar horário' })).toBeTruthy()
})
