import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ShareButton, shareLink } from './share-button.tsx'
import { Toasts } from './toast-region.tsx'

const link = { title: 'Corte na Dom Bigode', text: 'Corte com Rui: hoje às 10h.', path: '/barbershop/1' }
const url = `${window.location.origin}/barbershop/1`
const writeText = vi.fn(async (_text: string) => {})

beforeEach(() => {
  vi.stubGlobal('navigator', { clipboard: { writeText } })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  writeText.mockReset()
})

const canShareWith = (share: () => Promise<void>) =>
  vi.stubGlobal('navigator', { clipboard: { writeText }, canShare: () => true, share: vi.fn(share) })

test('opens the share sheet of the device with a link of this site', async () => {
  canShareWith(async () => {})
  render(<ShareButton link={link} label="Compartilhar Dom Bigode" />)
  fireEvent.click(screen.getByRole('button', { name: 'Compartilhar Dom Bigode' }))
  expect(navigator.share).toHaveBeenCalledWith({ title: link.title, text: link.text, url })
  expect(writeText).not.toHaveBeenCalled()
})

test('copies nothing when the user closes the sheet, and the link when the sheet fails', async () => {
  canShareWith(() => Promise.reject(new DOMException('', 'AbortError')))
  await shareLink(link)
  expect(writeText).not.toHaveBeenCalled()
  canShareWith(() => Promise.reject(new DOMException('', 'NotAllowedError')))
  await shareLink(link)
  expect(writeText).toHaveBeenCalledWith(`${link.text}\n${url}`)
})

test('copies text and link where there is no share sheet, and says so', async () => {
  render(
    <>
      <ShareButton link={link} label="Compartilhar o agendamento">
        Compartilhar
      </ShareButton>
      <Toasts />
    </>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Compartilhar o agendamento' }))
  await screen.findByText('Link copiado')
  expect(writeText).toHaveBeenCalledWith(`${link.text}\n${url}`)
  await shareLink({ title: 'Rui', path: '/barbershop/1' })
  expect(writeText).toHaveBeenLastCalledWith(url)
})

test.each([{}, { clipboard: { writeText: () => Promise.reject(new Error('blocked')) } }])(
  'without access to the clipboard the link is shown',
  async (browser) => {
    vi.stubGlobal('navigator', browser)
    render(<Toasts />)
    await shareLink(link)
    await waitFor(() => expect(screen.getByText(url)).toBeTruthy())
  },
)
