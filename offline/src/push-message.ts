import type { PushAction, PushPayload } from '@na-regua/contract/push'

/** Stored with a notification in the tray. */
export type PushData = Pick<PushPayload, 'path' | 'tag' | 'notificationId'> & { actions: PushAction[] }

const isText = (value: unknown): value is string => typeof value === 'string'
const isTextOrNull = (value: unknown) => value === null || isText(value)
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function isAction(value: unknown): value is PushAction {
  if (!isRecord(value)) return false
  return isText(value.id) && isText(value.title) && isTextOrNull(value.token) && isTextOrNull(value.path)
}

/** Undefined for a message that is not one of ours, or of a server that is newer than this worker. */
export function parsePush(text: string | undefined): PushPayload | undefined {
  const value = parseJson(text)
  if (!isRecord(value)) return undefined
  const { deviceId, title, body, path, tag, notificationId, badge, actions, readTags, createdAt } = value
  const areTexts = [deviceId, title, body, path, tag, createdAt].every(isText) && isTextOrNull(notificationId)
  const isCount = Number.isInteger(badge) && Number(badge) >= 0
  if (!areTexts || !isCount || !Array.isArray(actions) || !Array.isArray(readTags)) return undefined
  return { ...(value as PushPayload), actions: actions.filter(isAction), readTags: readTags.filter(isText) }
}

/** The data of a notification in the tray, which an older version of the worker may have stored. */
export function readPushData(data: unknown): Partial<PushData> {
  return isRecord(data) ? data : {}
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}
