import { QueryClientProvider, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createQueryClient } from './query-client.ts'
import { useSavedChoice } from './use-saved-choice.ts'

afterEach(cleanup)

type Answers = { saves: ((isSaved: boolean) => void)[]; shown: boolean[] }

function Switch({ saves, shown: shownBefore }: Answers) {
  const client = useQueryClient()
  const query = queryOptions({ queryKey: ['switch'], queryFn: () => false, staleTime: Number.POSITIVE_INFINITY })
  const { data = false } = useQuery(query)
  const saving = useMutation({
    scope: { id: 'switch' },
    mutationFn: (_isOn: boolean) =>
      new Promise<void>((resolve, reject) => {
        saves.push((isSaved) => (isSaved ? resolve() : reject(new Error('refused'))))
      }),
    onSuccess: (_, isOn) => client.setQueryData(query.queryKey, isOn),
  })
  const { shown, choose } = useSavedChoice(data, saving)
  shownBefore.push(shown)
  return <input type="checkbox" checked={shown} onChange={(event) => choose(event.target.checked)} />
}

const isOn = () => screen.getByRole<HTMLInputElement>('checkbox').checked

function openSwitch() {
  const answers: Answers = { saves: [], shown: [] }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Switch {...answers} />
    </QueryClientProvider>,
  )
  return answers
}

test('a choice is shown from its event on, and stays once it is stored', async () => {
  const { saves, shown } = openSwitch()
  fireEvent.click(screen.getByRole('checkbox'))
  expect(isOn()).toBe(true)
  await waitFor(() => expect(saves).toHaveLength(1))
  saves[0]?.(true)
  fireEvent.click(screen.getByRole('checkbox'))
  expect(isOn()).toBe(false)
  await waitFor(() => expect(saves).toHaveLength(2))
  saves[1]?.(true)
  await waitFor(() => expect(isOn()).toBe(false))
  // Never what was stored before, in between.
  expect(shown.join().replace(/(true|false)(,\1)*/g, '$1')).toBe('false,true,false')
})

test('after a refusal it shows what is stored', async () => {
  const { saves } = openSwitch()
  fireEvent.click(screen.getByRole('checkbox'))
  await waitFor(() => expect(saves).toHaveLength(1))
  saves[0]?.(false)
  await waitFor(() => expect(isOn()).toBe(false))
})
