/** The longest that a logout waits for pending requests. */
const LOGOUT_TIMEOUT_MS = 3000

type Task = () => Promise<unknown>
const logoutTasks = new Set<Task>()

/** A request that must reach the server before the user's token ends. Returns the function that removes it. */
export function runBeforeLogout(task: Task) {
  logoutTasks.add(task)
  return () => void logoutTasks.delete(task)
}

/** Resolves when all tasks have settled, or after the time-out. */
export async function finishBeforeLogout() {
  if (logoutTasks.size === 0) return
  const timeout = new Promise((resolve) => setTimeout(resolve, LOGOUT_TIMEOUT_MS))
  await Promise.race([Promise.allSettled([...logoutTasks].map((task) => task())), timeout])
}
