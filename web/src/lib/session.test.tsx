import type { User } from '@na-regua/contract/accounts'
import { act } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeSession, openSession, useSession, useUser } from './session.ts'

const user = { id: '1', name: 'Ana', email: 'ana@exemplo.com', role: 'CUSTOMER', isEmailVerified: true } as User

function Greeting({ rendered }: { rendered: string[] }) {
  const name = useUser()?.name
  const { isHydrated } = useSession()
  rendered.push(`${name} ${isHydrated}`)
  return <p>{name}</p>
}

let root: Root | undefined
beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
afterEach(async () => {
  await act(async () => root?.unmount())
  closeSession()
  vi.unstubAllGlobals()
})

async function hydrate() {
  openSession({ user, token: 't' })
  const frame = document.createElement('div')
  const rendered: string[] = []
  frame.innerHTML = renderToString(<Greeting rendered={[]} />)
  await act(async () => {
    root = hydrateRoot(frame, <Greeting rendered={rendered} />)
  })
  return { frame, rendered }
}

test('the page is hydrated as the server rendered it, and then both hooks know the session at once', async () => {
  const { frame, rendered } = await hydrate()
  expect(rendered[0]).toBe('undefined false')
  expect(new Set(rendered)).toEqual(new Set(['undefined false', 'Ana true']))
  expect(frame.textContent).toBe('Ana')
})

test('without a session nothing that reads the user is rendered again', async () => {
  const rendered: number[] = []
  function Heart() {
    rendered.push(useUser() ? 1 : 0)
    return <p>heart</p>
  }
  const frame = document.createElement('div')
  frame.innerHTML = '<p>heart</p>'
  await act(async () => {
    root = hydrateRoot(frame, <Heart />)
  })
  expect(rendered).toEqual([0])
  act(() => openSession({ user, token: 't' }))
  expect(rendered.at(-1)).toBe(1)
})

test('a logout applies at once', async () => {
  const { frame } = await hydrate()
  expect(frame.textContent).toBe('Ana')
  act(() => closeSession())
  expect(frame.textContent).toBe('')
})
