import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createBarbershopRow } from '../../test/barbershop-factories.ts'
import { createHarness } from '../../test/harness.ts'
import { createS3Storage } from './storage.ts'

/** A test bucket that verifies the signature of every request (AWS Signature Version 4). */
const objects = new Map<string, { bytes: Buffer; type: string | undefined }>()
let isAway = false
const bucket = createServer(async (request, response) => {
  const bytes = await buffer(request)
  if (isAway) return response.writeHead(500).end()
  if (!isSigned(request, bytes)) return response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>')
  const key = request.url ?? ''
  if (request.method === 'PUT') objects.set(key, { bytes, type: request.headers['content-type'] })
  if (request.method === 'DELETE') objects.delete(key)
  if (request.method !== 'GET') return response.writeHead(request.method === 'PUT' ? 200 : 204).end()
  const found = objects.get(key)
  return found ? response.end(found.bytes) : response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
})
await new Promise<void>((resolve) => bucket.listen(0, '127.0.0.1', resolve))
const endpoint = `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`
const secret = 'uma-chave-bem-secreta'
const environment = {
  S3_ENDPOINT: endpoint,
  S3_BUCKET: 'na-regua',
  S3_REGION: 'sa-east-1',
  S3_ACCESS_KEY: 'CHAVE',
  S3_SECRET_KEY: secret,
}
const world = await createHarness({ environment })
afterAll(async () => {
  await world.close()
  bucket.closeAllConnections()
  bucket.close()
})
beforeEach(() => {
  isAway = false
})

const hash = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')
const sign = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

function isSigned({ method, url, headers }: IncomingMessage, bytes: Buffer): boolean {
  const format =
    /^AWS4-HMAC-SHA256 Credential=CHAVE\/(\d{8})\/sa-east-1\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=(\w{64})$/
  const [, day = '', names = '', signature] = format.exec(headers.authorization ?? '') ?? []
  const payload = String(headers['x-amz-content-sha256'])
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== hash(bytes)) return false
  const lines = names.split(';').map((name) => `${name}:${headers[name]}\n`)
  const canonical = [method, url, '', lines.join(''), names, payload].join('\n')
  const scope = `${day}/sa-east-1/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash(canonical)].join('\n')
  const key = ['sa-east-1', 's3', 'aws4_request'].reduce(sign, sign(`AWS4${secret}`, day))
  return sign(key, text).toString('hex') === signature
}

const storage = createS3Storage({
  endpoint,
  bucket: 'na-regua',
  region: 'sa-east-1',
  accessKey: 'CHAVE',
  secretKey: secret,
})
const name = 'shops/abcdefghijklmnopqrstuv-1b6b45-960.webp'
const url = `/uploads/${name}`

test('a file is stored in the bucket, served at its upload URL, and deleted', async () => {
  await storage.put(name, Buffer.from('um corte'))
  expect(objects.get(`/na-regua/${name}`)).toEqual({ bytes: Buffer.from('um corte'), type: 'image/webp' })
  expect([storage.urlOf(name), storage.nameOf(url)]).toEqual([url, name])
  const { id } = await createBarbershopRow(world)
  await world.db.insertInto('images').values({ barbershop_id: id, url, position: 0 }).execute()
  const answer = await world.app.inject(url)
  expect([answer.statusCode, answer.payload, answer.headers['content-type']]).toEqual([200, 'um corte', 'image/webp'])
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(answer.headers['content-security-policy']).toBe("default-src 'none'; sandbox")
  await storage.delete(name)
  await storage.delete(name)
  expect((await world.app.inject(url)).statusCode).toBe(404)
})

test.each([
  '/uploads/shops/..%2f..%2fsecret.webp',
  '/uploads/shops/x.html',
  '/uploads/x/y/z.webp',
  '/uploads/demo/x.webp',
])('%s is not found', async (path) => expect((await world.app.inject(path)).statusCode).toBe(404))

test('an unavailable bucket or a wrong key is an error', async () => {
  isAway = true
  await expect(storage.put(name, Buffer.from('x'))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  await expect(storage.delete(name)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect((await world.app.inject(url)).statusCode).toBe(503)
  isAway = false
  const stranger = createS3Storage({
    endpoint,
    bucket: 'na-regua',
    region: 'sa-east-1',
    accessKey: 'CHAVE',
    secretKey: 'errada',
  })
  await expect(stranger.put(name, Buffer.from('x'))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})
