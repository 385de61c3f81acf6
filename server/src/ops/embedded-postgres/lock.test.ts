import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { takeLock } from './lock.ts'
import { findProcessStart } from './process-identity.ts'

const folder = mkdtempSync(join(tmpdir(), 'lock-'))
const file = join(folder, 'postgres.lock')
afterAll(() => rmSync(folder, { recursive: true }))

test('a second process gets an error with the holder, its address and what to do', () => {
  const release = takeLock(file, 'http://localhost:3000')
  const refusal = `já está em uso pelo processo ${process.pid}, em http://localhost:3000`
  expect(() => takeLock(file, 'http://localhost:3001')).toThrow(refusal)
  release()
  expect(existsSync(file)).toBe(false)
})

test('the lock of a process that was killed is taken over', async () => {
  const child = spawn('/bin/sh', ['-c', 'sleep 60'])
  const start = findProcessStart(child.pid as number)
  writeFileSync(file, JSON.stringify({ pid: child.pid, start, since: 'ontem', address: 'x' }))
  expect(() => takeLock(file, 'y')).toThrow(`processo ${child.pid}`)
  child.kill('SIGKILL')
  await once(child, 'exit')
  takeLock(file, 'y')()
})

test('another process that reused the PID of a dead holder does not hold the lock', () => {
  writeFileSync(file, JSON.stringify({ pid: process.pid, start: 'another start', since: 'ontem', address: 'x' }))
  takeLock(file, 'y')()
})

test('a partial lock, left by a full disk, is ignored', () => {
  writeFileSync(file, '{"pid":')
  const release = takeLock(file, 'y')
  expect(JSON.parse(readFileSync(file, 'utf8')).address).toBe('y')
  release()
})
