import type { Notification } from '@na-regua/contract/notifications'
import { notificationTypes } from '@na-regua/contract/notifications'
import { expect, test } from 'vitest'
import { bellLabel, formatUnread, listNewUnread, styleOf } from './rules.ts'

test('each type has its own icon, an unknown one the bell', () => {
  for (const type of notificationTypes) expect(styleOf(type).icon, type).not.toBe('bell')
  expect(styleOf('loyalty_reached').icon).toBe('bell')
  expect(styleOf('constructor').icon).toBe('bell')
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
})
