import { createStore } from 'zustand'

/** The longest that a logout waits for pending requests. */
const LOGOUT_TIMEOUT_MS = 3000

type Task = () => Promise<unknown>

const store = createStore<{ tasks: readonly Task[] }>(() => ({ tasks: [] }))

/** Adds a request that must reach the server before the user's token ends. Returns the function that removes it. */
export function runBeforeLogout(task: Task) {
  store.setState(({ tasks }) => ({ tasks: [...tasks, task] }))
  return () => store.setState(({ tasks }) => ({ tasks: tasks.filter((other) => other !== task) }))
}

/** Resolves when all tasks have settled, or after the time-out. */
export async function finishBeforeLogout() {
  const { tasks } = store.getState()
  if (tasks.length === 0) return
  const timeout = new Promise((resolve) => setTimeout(resolve, LOGOUT_TIMEOUT_MS))
  await Promise.race([Promise.allSettled(tasks.map((task) => task())), timeout])
}
