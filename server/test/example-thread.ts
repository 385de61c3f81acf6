import { serveThread } from '../src/lib/run-in-threads.ts'

/** For tests of threads. `shared` counts the tasks that run now, and the most that ran at once. */
export type ExampleTask =
  | { name: 'hang' | 'exit' | 'fail' | 'exhaust' | 'answer' }
  | { name: 'count'; shared: Int32Array<SharedArrayBuffer> }

const pause = new Int32Array(new SharedArrayBuffer(4))

serveThread<ExampleTask, string>(async (task) => {
  if (task.name === 'hang') for (;;);
  if (task.name === 'exit') process.exit(0)
  if (task.name === 'fail') throw new Error('of the task')
  if (task.name === 'exhaust') {
    const all: number[][] = []
    for (;;) all.push(Array.from({ length: 100_000 }, () => 1.5))
  }
  if (task.name === 'count') {
    const running = Atomics.add(task.shared, 0, 1) + 1
    if (running > Atomics.load(task.shared, 1)) Atomics.store(task.shared, 1, running)
    // A second thread may take long to begin, on a busy machine; then the others that may run at once have time to.
    const end = Date.now() + 20_000
    while (Atomics.load(task.shared, 1) < 2 && Date.now() < end) Atomics.wait(pause, 0, 0, 5)
    Atomics.wait(pause, 0, 0, 20)
    Atomics.sub(task.shared, 0, 1)
  }
  return 'answered'
})
