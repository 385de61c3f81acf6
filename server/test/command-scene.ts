import { type Command, type CommandResult, commandsApi } from '@na-regua/contract/commands'
import { expect } from 'vitest'
import type { SceneCustomer } from './booking-scene.ts'
import type { Harness } from './harness.ts'
import { createStatusScene } from './status-scene.ts'

/** Staff who may sign in as such. */
export async function createCommandScene(world: Harness, options?: Parameters<typeof createStatusScene>[1]) {
  const scene = await createStatusScene(world, options)
  const staff = scene.shop.staff.map(({ id }) => id)
  await world.db.updateTable('users').set({ role: 'BARBER' }).where('id', 'in', staff).execute()
  await world.db.updateTable('users').set({ role: 'OWNER' }).where('id', '=', scene.owner.id).execute()
  return scene
}

type Drafts<C> = C extends Command ? Omit<C, 'id' | 'issuedAt'> & Partial<Pick<C, 'issuedAt'>> : never

/** Completes a command: issued now, unless it states when. */
export function issueAt(clock: Harness['clock']) {
  return (draft: Drafts<Command>) =>
    ({ id: crypto.randomUUID(), issuedAt: clock.now().toISOString(), ...draft }) as Command
}

const device = crypto.randomUUID()

export async function sendBatch(
  world: Harness,
  user: SceneCustomer,
  commands: readonly Command[],
  deviceId: string = device,
): Promise<CommandResult[]> {
  const { status, body } = await world.call(commandsApi.send, { token: user.token, body: { deviceId, commands } })
  expect(status).toBe(200)
  return body.results
}
