import { ApiError } from '@na-regua/contract/errors'
import { AwsClient } from 'aws4fetch'
import type { S3Config } from './config.ts'
import { addresses, type Storage } from './storage.ts'

const TIMEOUT_MS = 15_000

/** Files in a bucket of anything that speaks S3. The bucket may be private: browsers get them through this server. */
export function createS3Storage({ endpoint, bucket, region, accessKey, secretKey }: S3Config): Storage {
  const client = new AwsClient({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    service: 's3',
    region,
    // Whoever waits for the answer is a person; what must not fail is a job, which comes again.
    retries: 1,
  })

  async function ask(method: string, name: string, init: RequestInit = {}): Promise<Response> {
    const url = `${endpoint}/${bucket}/${name}`
    const response = await client.fetch(url, { method, signal: AbortSignal.timeout(TIMEOUT_MS), ...init }).catch(away)
    if (response.ok || response.status === 404) return response
    await response.body?.cancel()
    throw new ApiError('UNAVAILABLE')
  }

  return {
    async put(name, bytes) {
      const headers = { 'content-type': typeOf(name), 'cache-control': 'public, max-age=31536000, immutable' }
      const { status, body } = await ask('PUT', name, { headers, body: new Uint8Array(bytes) })
      await body?.cancel()
      if (status === 404) throw new ApiError('UNAVAILABLE')
    },
    async delete(name) {
      await (await ask('DELETE', name)).body?.cancel()
    },
    async open(name) {
      const response = await ask('GET', name)
      return response.status === 404 ? undefined : (response.body ?? undefined)
    },
    ...addresses,
  }
}

export function typeOf(name: string): string {
  return `image/${name.split('.').at(-1)}`
}

function away(): never {
  throw new ApiError('UNAVAILABLE')
}
