import { setImmediate as nextTurn } from 'node:timers/promises'
import 'fake-indexeddb/auto'
import type { PushPayload } from '@na-regua/contract/push'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { handleNotificationClick, handlePush, type PushScope } from './push.ts'
import { findPushDevice, removePushDevice, savePushDevice, takeOpened } from './push-device.ts'
import { syncTray } from './push-tray.ts'

const origin = 'https://naregua.test'

type Shown = { title: string; tag: string; data: unknown; actions?: unknown[]; close(): void } & NotificationOptions

/** The surface of a service worker, with what it did. */
function createScope(respond: () => Response | Promise<Response> = () => Response.error()) {
  let tray: Shown[] = []
  const log = { shown: [] as Shown[], badges: [] as number[], opened: [] as string[], signals: [] as unknown[] }
  const requests: { url: string; body: unknown; credentials: unknown }[] = []
  const windows: { url: string; focus(): Promise<unknown>; postMessage(message: unknown): void }[] = []
  const addWindow = (path: string) => {
    const url = origin + path
    windows.push({
      url,
      focus: async () => log.opened.push(`focus ${path}`),
      postMessage: (data) => log.signals.push(data),
    })
  }
  const scope = {
    registration: {
      async showNotification(title: string, options: NotificationOptions) {
        const shown = { title, ...options, tag: options.tag ?? '', data: options.data as unknown } as Shown
        shown.close = () => (tray = tray.filter((one) => one !== shown))
        tray = [...tray.filter(({ tag }) => tag !== shown.tag), shown]
        log.shown.push(shown)
      },
      getNotifications: async () => tray,
    },
    clients: { matchAll: async () => windows, openWindow: async (url: string) => log.opened.push(`open ${url}`) },
    location: { origin },
    navigator: {
      setAppBadge: async (count: number) => void log.badges.push(count),
      clearAppBadge: async () => void log.badges.push(0),
    },
    fetch: async (url: string, { body, credentials }: RequestInit) => {
      requests.push({ url, body: JSON.parse(String(body)), credentials })
      return respond()
    },
  }
  return { scope: scope as unknown as PushScope, log, requests, addWindow, tray: () => tray }
}

const accept = { id: 'accept', title: 'Aceitar', token: 'accept-token', path: null } as const
const reject = { id: 'reject', title: 'Recusar', token: 'reject-token', path: null } as const
const directions = {
  id: 'directions',
  title: 'Como chegar',
  token: null,
  path: 'https://www.google.com/maps/dir/?api=1',
} as const

const payload = (changed: Partial<PushPayload> = {}): string =>
  JSON.stringify({
    deviceId: 'device-1',
    title: 'Novo pedido',
    body: 'João pediu Corte, hoje às 15h.',
    path: '/barber/appointments?agendamento=1',
    tag: 'tag-1',
    notificationId: 'notification-1',
    badge: 3,
    actions: [reject, accept],
    readTags: [],
    createdAt: '2026-03-11T15:00:00.000Z',
    ...changed,
  } satisfies PushPayload)

const device = {
  id: 'device-1',
  userId: 'ana',
  endpoint: 'https://push.test/1',
  label: 'Chrome',
  hidesDetails: false,
  sent: '',
}
beforeEach(async () => {
  await removePushDevice()
  await savePushDevice(device)
})

describe('a push', () => {
  test('is shown with its buttons, counted on the icon, and announced to open pages', async () => {
    const { scope, log, addWindow } = createScope()
    addWindow('/')
    await handlePush(scope, payload())
    expect(log.shown).toMatchObject([
      {
        title: 'Novo pedido',
        body: 'João pediu Corte, hoje às 15h.',
        tag: 'tag-1',
        lang: 'pt-BR',
        icon: '/icon-192.png',
        badge: '/push-badge.png',
        renotify: true,
        silent: false,
        timestamp: Date.parse('2026-03-11T15:00:00.000Z'),
        actions: [
          { action: 'reject', title: 'Recusar' },
          { action: 'accept', title: 'Aceitar' },
        ],
      },
    ])
    expect([log.badges, log.signals]).toEqual([[3], [{ type: 'pushed' }]])
  })

  test('that comes twice is shown once, also after it was dismissed', async () => {
    const { scope, log, tray } = createScope()
    await Promise.all([handlePush(scope, payload()), handlePush(scope, payload({ badge: 4 }))])
    tray()[0]?.close()
    await handlePush(scope, payload({ badge: 5 }))
    await handlePush(scope, payload({ tag: 'tag-2' }))
    expect(log.shown.map(({ tag }) => tag)).toEqual(['tag-1', 'tag-2'])
    expect(log.badges.at(-1)).toBe(3)
  })

  test('withdraws what was read elsewhere', async () => {
    const { scope, tray, log } = createScope()
    await handlePush(scope, payload())
    await handlePush(scope, payload({ tag: 'tag-2', readTags: ['tag-1', 'unknown'], badge: 0 }))
    expect([tray().map(({ tag }) => tag), log.badges]).toEqual([['tag-2'], [3, 0]])
  })

  test.each([
    ['nothing', undefined],
    ['text', 'olá'],
    ['null', 'null'],
    ['an empty object', '{}'],
    ['other types', payload({ badge: 'x' as never })],
    ['a list', '[]'],
  ])('of %s shows a text without content', async (_what, text) => {
    const { scope, log } = createScope()
    await handlePush(scope, text)
    expect(log.shown).toMatchObject([
      { title: 'Na Régua', body: 'Você tem um aviso novo. Toque para abrir.', actions: [] },
    ])
  })

  test.each([
    ['another person', () => savePushDevice({ ...device, id: 'device-2', userId: 'rui' })],
    ['nobody', removePushDevice],
  ])('for someone who has logged out shows no details to %s', async (_who, change) => {
    await change()
    const { scope, log } = createScope()
    await handlePush(scope, payload())
    expect(log.shown).toHaveLength(1)
    expect(JSON.stringify(log.shown)).not.toMatch(/João|token|appointments/)
    expect(log.badges).toEqual([])
  })

  test('drops buttons of a newer server that it does not understand', async () => {
    const { scope, log } = createScope()
    await handlePush(scope, payload({ actions: [accept, { id: 1 } as never] }))
    expect(log.shown).toMatchObject([{ actions: [{ action: 'accept' }] }])
  })
})

describe('a tap', () => {
  async function shownBy(scope: PushScope, text: string) {
    await handlePush(scope, text)
    return (await scope.registration.getNotifications()).at(-1) as Notification
  }

  test('opens the page in a window of its own, and remembers what was opened', async () => {
    const { scope, log, tray, addWindow } = createScope()
    addWindow('/booking/1')
    await handleNotificationClick(scope, await shownBy(scope, payload()), '')
    expect(log.opened).toEqual([`open ${origin}/barber/appointments?agendamento=1`])
    expect(tray()).toEqual([])
    expect(log.signals.at(-1)).toEqual({ type: 'push-opened' })
    expect([await takeOpened('rui'), await takeOpened('ana'), await takeOpened('ana')]).toEqual([
      [],
      ['notification-1'],
      [],
    ])
  })

  test('focuses the page that is already open', async () => {
    const { scope, log, addWindow } = createScope()
    addWindow('/barber/appointments?agendamento=1')
    await handleNotificationClick(scope, await shownBy(scope, payload()), '')
    expect(log.opened).toEqual(['focus /barber/appointments?agendamento=1'])
  })

  test.each(['https://evil.test/x', '//evil.test/x', '/\\evil.test', 'javascript:alert(1)', ''])(
    'never leaves the site: %s opens the list',
    async (path) => {
      const { scope, log } = createScope()
      await handleNotificationClick(scope, await shownBy(scope, payload({ path })), '')
      expect(log.opened).toEqual([`open ${origin}/notifications`])
    },
  )

  test('on directions opens the map, and no other site', async () => {
    const { scope, log } = createScope()
    await handleNotificationClick(scope, await shownBy(scope, payload({ actions: [directions] })), 'directions')
    const forged = { ...directions, path: 'https://evil.test/maps/' }
    await handleNotificationClick(
      scope,
      await shownBy(scope, payload({ tag: 'tag-2', actions: [forged] })),
      'directions',
    )
    expect(log.opened).toEqual([`open ${directions.path}`, `open ${origin}/notifications`])
  })

  test('on a button acts without a page and shows the result in its place', async () => {
    const result = {
      outcome: 'done',
      title: 'Aceito: João, 15h',
      body: 'Corte',
      path: '/barber/appointments',
      badge: 2,
    }
    const { scope, log, requests, tray } = createScope(() => Response.json(result))
    await handleNotificationClick(scope, await shownBy(scope, payload()), 'accept')
    expect(requests).toEqual([{ url: '/api/push/actions', body: { token: 'accept-token' }, credentials: 'omit' }])
    expect(tray()).toMatchObject([
      { title: 'Aceito: João, 15h', body: 'Corte', tag: 'tag-1-result', silent: true, actions: [] },
    ])
    expect([log.opened, log.badges]).toEqual([[], [3, 2]])
    await handleNotificationClick(scope, tray()[0] as unknown as Notification, '')
    expect(log.opened).toEqual([`open ${origin}/barber/appointments`])
  })

  test.each([
    ['without network', () => Promise.reject(new TypeError('Failed to fetch')), 'Sem rede: abra o app', 2],
    ['of a server in trouble', () => Response.json({}, { status: 503 }), 'Não deu certo agora', 2],
    ['with a token that has ended', () => Response.json({}, { status: 422 }), 'Este aviso não vale mais', 0],
  ])('on a button %s says so', async (_when, respond, title, buttons) => {
    const { scope, tray } = createScope(respond)
    await handleNotificationClick(scope, await shownBy(scope, payload()), 'accept')
    expect(tray()).toMatchObject([{ title, tag: 'tag-1' }])
    expect(tray()[0]?.actions).toHaveLength(buttons)
  })

  test('on a button that was without network works afterwards', async () => {
    const respond = vi.fn<() => Promise<Response>>().mockRejectedValueOnce(new TypeError('Failed to fetch'))
    respond.mockResolvedValueOnce(Response.json({ title: 'Recusado: João, 15h', body: '', path: '/', badge: 0 }))
    const { scope, tray, requests } = createScope(respond)
    await handleNotificationClick(scope, await shownBy(scope, payload()), 'reject')
    await handleNotificationClick(scope, tray()[0] as unknown as Notification, 'reject')
    expect(tray()).toMatchObject([{ title: 'Recusado: João, 15h' }])
    expect(requests.map(({ body }) => body)).toEqual([{ token: 'reject-token' }, { token: 'reject-token' }])
  })
})

test('a page closes what was read in it and lowers the badge', async () => {
  const { scope, log, tray } = createScope()
  const push = (number: number) =>
    handlePush(scope, payload({ tag: `tag-${number}`, notificationId: `notification-${number}` }))
  await push(1)
  await push(2)
  await push(3)
  await syncTray(scope.registration, scope.navigator, { readIds: ['notification-2'], unreadCount: 2 })
  expect([tray().map(({ tag }) => tag), log.badges.at(-1)]).toEqual([['tag-1', 'tag-3'], 2])
  await syncTray(scope.registration, scope.navigator, { readIds: [], unreadCount: 0 })
  expect([tray(), log.badges.at(-1)]).toEqual([[], 0])
  expect((await findPushDevice())?.shown).toEqual(['tag-1', 'tag-2', 'tag-3'])
})

test('nothing is listed while something is shown, also by another script, and nothing waits for one that hangs', async () => {
  const { scope, tray } = createScope()
  const { showNotification, getNotifications } = scope.registration
  let isBusy = false
  const alone =
    <Args extends unknown[], Result>(run: (...args: Args) => Promise<Result>) =>
    async (...args: Args) => {
      expect(isBusy).toBe(false)
      isBusy = true
      // The others have their turns meanwhile.
      for (let turn = 0; turn < 20; turn++) await nextTurn()
      isBusy = false
      return run(...args)
    }
  scope.registration = { showNotification: alone(showNotification), getNotifications: alone(getNotifications) }
  const sync = () => syncTray(scope.registration, scope.navigator, { readIds: ['notification-2'], unreadCount: 2 })
  const push = (number: number) =>
    handlePush(scope, payload({ tag: `tag-${number}`, notificationId: `notification-${number}`, readTags: ['tag-1'] }))
  await Promise.all([push(2), sync(), push(3), sync(), push(4), sync()])
  await sync()
  expect(tray().map(({ tag }) => tag)).toEqual(['tag-3', 'tag-4'])

  const end = Promise.withResolvers<void>()
  const hanging = navigator.locks.request('push-tray', () => end.promise)
  await push(5)
  expect(tray().map(({ tag }) => tag)).toEqual(['tag-3', 'tag-4', 'tag-5'])
  end.resolve()
  await hanging
})
