import { commandsApi } from '@na-regua/contract/commands'
import type { App } from '../../lib/http.ts'
import type { CommandDeps } from './execute-command.ts'
import { runCommands } from './run-commands.ts'

const HOUR = 3600
/** 50 notes of the longest text. */
const BODY_BYTES = 512 * 1024

/** Open to every signed-in user: what a command may do is decided as by the endpoint that it stands for. */
export function commandRoutes(app: App, deps: CommandDeps) {
  app.route({
    ...commandsApi.send,
    access: 'self',
    // The closing of one visit, with what is stored of the command.
    statements: 30,
    bodyLimit: BODY_BYTES,
    handler: async ({ caller, body, log }) => {
      await deps.countAttempts({ action: 'commands', of: ['account', caller.id], max: 600, seconds: HOUR })
      const results = await runCommands(deps, { caller, ...body, log })
      return { results, serverTime: deps.clock.now().toISOString() }
    },
  })
}
