import { accountsApi } from '@na-regua/contract/accounts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { startFakeApi } from '../../../../test/fake-api.ts'
import { createQueryClient } from '../../../lib/query-client.ts'
import { CaptchaField } from './captcha-field.tsx'

const api = startFakeApi()
afterEach(() => {
  cleanup()
  Reflect.deleteProperty(window, 'grecaptcha')
})

type DetachedWindow = { happyDOM: { settings: object } }
type Callbacks = { callback: (token: string) => void; 'expired-callback': () => void }

test('an expired captcha clears its token and has to be completed again [4.16, 8.5]', async () => {
  api.respond(accountsApi.captcha, () => ({ provider: 'recaptcha', siteKey: 'key' }))
  const handleChange = vi.fn()
  let callbacks: Callbacks | undefined
  const grecaptcha = {
    ready: (then: () => void) => then(),
    render: (_: HTMLElement, options: Callbacks) => {
      callbacks = options
      return 0
    },
  }
  // The DOM loads no script from the network; Google's is there as soon as it is requested.
  Object.assign(window, { grecaptcha })
  Object.assign((window as unknown as DetachedWindow).happyDOM.settings, { handleDisabledFileLoadingAsSuccess: true })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CaptchaField onChange={handleChange} error={undefined} />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(callbacks).toBeDefined())
  act(() => callbacks?.callback('solved'))
  expect(handleChange).toHaveBeenLastCalledWith('solved')
  act(() => callbacks?.['expired-callback']())
  expect(handleChange).toHaveBeenLastCalledWith(undefined)
  expect(screen.getByText('O captcha expirou. Complete-o novamente.')).toBeTruthy()
})
