import type { PushAction } from '@na-regua/contract/push'
import type { Database } from '../../lib/database.ts'
import { getNudgeSecret } from './consent/queries.ts'
import { signNudgeToken } from './consent/rules.ts'

/** The button of a nudge opens the page that ends them, also on a device whose session has ended. In the order of `pushes`. */
export async function listNudgeActions(
  db: Database,
  pushes: readonly { userId: string; dedupeKey: string }[],
): Promise<PushAction[][]> {
  const isNudge = ({ dedupeKey }: { dedupeKey: string }) => dedupeKey.startsWith('rhythm:')
  if (!pushes.some(isNudge)) return pushes.map(() => [])
  const secret = await getNudgeSecret(db)
  return pushes.map((push) => {
    if (!isNudge(push)) return []
    return [
      { id: 'mute', title: 'Não avisar mais', token: null, path: `/aviso/${signNudgeToken(secret, push.userId)}` },
    ]
  })
}
