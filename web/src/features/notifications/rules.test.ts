import type { Notification } from '@na-regua/contract/notifications'
import { notificationTypes } from '@na-regua/contract/notifications'
import { expect, test } from 'vitest'
import { bellLabel, formatUnread, labelDevice, listNewUnread, styleOf } from './rules.ts'

test('each type has its own icon, an unknown one the bell [3.2]', () => {
  for (const type of notificationTypes) expect(styleOf(type).icon, type).not.toBe('bell')
  expect(styleOf('loyalty_reached').icon).toBe('bell')
  expect(styleOf('constructor').icon).toBe('bell')
  expect(styleOf('series_changed').icon).not.toBe(styleOf('booking_rescheduled').icon)
})

test('the bell counts up to 99', () => {
  expect([1, 99, 100, 1234].map(formatUnread)).toEqual(['1', '99', '99+', '99+'])
  expect([0, 1, 2, 150].map(bellLabel)).toEqual([
    'Notificações',
    'Notificações, 1 não lida',
    'Notificações, 2 não lidas',
    'Notificações, 99+ não lidas',
  ])
})

test('new are the unread ones that were not there before, oldest first', () => {
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((id) => ({ id, read: id === 'c' }) as Notification)
  const all = [d, c, b, a] as Notification[]
  expect(listNewUnread(undefined, all)).toEqual([])
  expect(listNewUnread(new Set(['a']), all)).toEqual([b, d])
  const urgent = ['queue_called', 'slot_offered'].map((type) => ({ ...b, type }) as Notification)
  expect(listNewUnread(new Set(['a']), urgent), 'announced by the banner').toEqual([])
})

test.each([
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36',
    'Chrome no Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1 Version/18.1 Safari/604.1',
    'Safari no iPhone',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0 Safari/537.36 Edg/131.0',
    'Edge no Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox no Linux'],
  ['', 'Este aparelho'],
])('a device is named in the list: %s', (userAgent, label) => {
  expect(labelDevice(userAgent)).toBe(label)
})
